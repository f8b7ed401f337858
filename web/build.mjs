// Bundles the client into web/dist (or the folder named): node build.mjs [FOLDER]
import { build } from "esbuild";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";

const out = process.argv[2] ?? "dist";
process.chdir(new URL(".", import.meta.url).pathname);
await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });
await build({
  entryPoints: { app: "src/main.tsx" },
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["es2021", "chrome100", "firefox100", "safari15"],
  jsx: "automatic",
  jsxImportSource: "preact",
  loader: { ".svg": "text", ".woff2": "file", ".webp": "file" },
  assetNames: "[name]",
  publicPath: "/",
  legalComments: "none",
});
await copyFile("src/index.html", `${out}/index.html`);
await copyFile("src/art/icon.svg", `${out}/icon.svg`);
let bytes = 0;
for (const file of await readdir(out)) bytes += (await stat(`${out}/${file}`)).size;
console.log(`web/${out}: ${Math.round(bytes / 1024)} KB`);
