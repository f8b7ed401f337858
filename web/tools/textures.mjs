// Draws the wood grain and the laid paper once, as small images: live SVG filters are slow to paint, and the content
// security policy allows no data: addresses. Run by hand when the drawing changes: node tools/textures.mjs
import { chromium } from "playwright-core";
import { writeFile } from "node:fs/promises";

const noise = (w, h, frequency, octaves, seed, matrix) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}">` +
  `<filter id="g" x="0" y="0" width="100%" height="100%">` +
  `<feTurbulence type="fractalNoise" baseFrequency="${frequency}" numOctaves="${octaves}" ` +
  `seed="${seed}" stitchTiles="stitch"/>` +
  `<feColorMatrix values="${matrix}"/></filter><rect width="${w}" height="${h}" filter="url(#g)"/></svg>`;

const drawings = {
  "grain-evening": [
    1200,
    640,
    noise(1200, 640, ".0035 .16", 5, 23, "0 0 0 0 .09 0 0 0 0 .04 0 0 0 0 .015 .68 0 0 0 -.24"),
    0.3,
  ],
  "grain-morning": [
    1200,
    640,
    noise(1200, 640, ".0035 .16", 5, 23, "0 0 0 0 .42 0 0 0 0 .25 0 0 0 0 .09 .66 0 0 0 -.23"),
    0.3,
  ],
  paper: [260, 260, noise(260, 260, ".09 .6", 3, 9, "0 0 0 0 .45 0 0 0 0 .30 0 0 0 0 .12 .26 0 0 0 -.08"), 0.4],
};

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium-headless-shell",
  args: ["--headless", "--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage();
for (const [name, [w, h, svg, quality]] of Object.entries(drawings)) {
  const encoded = await page.evaluate(
    async ([width, height, source, q]) => {
      const image = new Image();
      image.src = "data:image/svg+xml;charset=utf-8," + encodeURIComponent(source);
      await image.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      const pen = canvas.getContext("2d");
      // Opaque, to be multiplied with what lies below: an alpha channel would be ten times larger.
      pen.fillStyle = "#fff";
      pen.fillRect(0, 0, width, height);
      pen.drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", q).split(",")[1];
    },
    [w, h, svg, quality],
  );
  const bytes = Buffer.from(encoded, "base64");
  await writeFile(new URL(`../src/art/${name}.webp`, import.meta.url), bytes);
  console.log(name, bytes.length);
}
await browser.close();
