// All checks of the client: types, pure parts, then whole games in a browser against the program named by $TAPROOM.
import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

process.chdir(new URL("..", import.meta.url).pathname);
const run = (...words) => {
  const { status } = spawnSync(process.execPath, words, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
};
for (const project of ["tsconfig.json", "tsconfig.worker.json"]) run("node_modules/typescript/bin/tsc", "-p", project);
const folder = mkdtempSync(join(tmpdir(), "taproom-web-"));
try {
  await build({
    absWorkingDir: process.cwd(),
    entryPoints: ["test/unit.test.ts"],
    outfile: join(folder, "unit.test.mjs"),
    bundle: true,
    platform: "node",
    format: "esm",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".svg": "text" },
  });
  run("--test", join(folder, "unit.test.mjs"));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
const inWindows = ["browser", "scenes", "table", "inn", "hands", "door"];
if (process.env["TAPROOM"]) for (const name of inWindows) run(`test/${name}.mjs`);
if (process.env["TAPROOM"] && process.env["TRIAL"]) run("test/answers.mjs");
