// Bundles the client into web/dist (or the folder named): node build.mjs [FOLDER]
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

const out = process.argv[2] ?? "dist";
process.chdir(new URL(".", import.meta.url).pathname);
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const common = {
  absWorkingDir: process.cwd(),
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  // A name that changes with its content may be kept by browsers for ever.
  entryNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  chunkNames: "assets/[name]-[hash]",
  publicPath: "/",
  metafile: true,
  legalComments: "none",
};
const app = await build({
  ...common,
  entryPoints: { app: "src/main.tsx" },
  // Pages that few open come when they are opened.
  splitting: true,
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".woff2": "file", ".webp": "file" },
});
// By itself, so that it waits for nothing else.
const hail = await build({ ...common, entryPoints: { hail: "src/hail.ts" } });

const address = (path) => path.slice(path.indexOf("/assets/"));
const built = ({ metafile }, ending) =>
  Object.keys(metafile.outputs).find((path) => metafile.outputs[path].entryPoint && path.endsWith(ending));
const script = built(app, ".js");
const style = app.metafile.outputs[script].cssBundle;

/** What a script needs before it can run, as far as it says so: fetched together with it, not one after another. */
function needs(path, found = new Set()) {
  for (const { path: other, kind } of app.metafile.outputs[path].imports)
    if (kind === "import-statement" && !found.has(other)) needs(other, found.add(other));
  return found;
}

const page = await readFile("src/index.html", "utf8");
const preload = [script, ...needs(script)].map((path) => `<link rel="modulepreload" href="${address(path)}">`);
await writeFile(
  `${out}/index.html`,
  page
    .replace("<!-- preload -->", preload.join("\n"))
    .replace("/hail.js", address(built(hail, ".js")))
    .replace("/app.js", address(script))
    .replace("/app.css", address(style)),
);
const outside = ["icon.svg", "icon-192.png", "icon-512.png", "icon-maskable-512.png", "manifest.webmanifest"];
for (const name of outside) await copyFile(`src/art/${name}`, `${out}/${name}`);

// The shell that the browser keeps: all but what few ever open and icons that only an installer asks for.
const seldom = /^(Specimen|grain-morning)-/;
const shell = [
  "/",
  "/icon.svg",
  "/manifest.webmanifest",
  ...(await readdir(`${out}/assets`)).filter((name) => !seldom.test(name)).map((name) => `/assets/${name}`),
];
const sum = createHash("sha256").update(await readFile(`${out}/index.html`));
for (const name of shell) sum.update(name);
const version = sum.digest("hex").slice(0, 12);
await build({
  ...common,
  entryPoints: { sw: "src/sw.ts" },
  entryNames: "[name]", // the one script whose address must stay
  format: "iife",
  define: { FILES: JSON.stringify(shell), VERSION: JSON.stringify(version) },
});
let bytes = 0;
for (const { bytes: size } of Object.values({ ...app.metafile.outputs, ...hail.metafile.outputs })) bytes += size;
console.log(`web/${out}: ${Math.round(bytes / 1024)} KB`);
