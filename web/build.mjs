// Bundles the client into web/dist (or the folder named): node build.mjs [FOLDER]
import { build } from "esbuild";
import { copyFile, mkdir, readFile, rm, writeFile } from "node:fs/promises";

const out = process.argv[2] ?? "dist";
process.chdir(new URL(".", import.meta.url).pathname);
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
const result = await build({
  absWorkingDir: process.cwd(),
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".woff2": "file", ".webp": "file" },
  // A name that changes with its content may be kept by browsers for ever.
  entryNames: "assets/[name]-[hash]",
  assetNames: "assets/[name]-[hash]",
  publicPath: "/",
  metafile: true,
  legalComments: "none",
});
const built = (ending) =>
  "/" +
  Object.keys(result.metafile.outputs)
    .find((name) => name.endsWith(ending))
    .split("/")
    .slice(-2)
    .join("/");
const page = await readFile("src/index.html", "utf8");
await writeFile(`${out}/index.html`, page.replace("/app.js", built(".js")).replace("/app.css", built(".css")));
await copyFile("src/art/icon.svg", `${out}/icon.svg`);
let bytes = 0;
for (const { bytes: size } of Object.values(result.metafile.outputs)) bytes += size;
console.log(`web/${out}: ${Math.round(bytes / 1024)} KB`);
