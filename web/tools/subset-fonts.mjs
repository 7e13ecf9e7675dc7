// Writes the faces of the public site: the letters and weights that it uses, two thirds of the app's
// files. Run by hand when the packages of the faces change; the files are committed.
//
//   npm install --no-save subset-font@2.9.0 && node tools/subset-fonts.mjs

import { readFileSync, writeFileSync } from 'node:fs';
import subsetFont from 'subset-font';

const characters = (first, last) => String.fromCharCode(...Array.from({ length: last - first + 1 }, (_, place) => first + place));
// web/src/site/fonts.css names the same ones.
const letters = `${characters(0x20, 0x7e)}${characters(0xa0, 0xff)}–—‘’“”•…‹›€™→←↑↓−`;

await Promise.all([subset('inter', 400, 700), subset('bricolage-grotesque', 600, 700)]);

async function subset(name, lightest, boldest) {
  const whole = readFileSync(`node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`);
  const part = await subsetFont(whole, letters, { targetFormat: 'woff2', variationAxes: { wght: { min: lightest, max: boldest } } });
  writeFileSync(`src/site/fonts/${name}-site.woff2`, part);
  console.log(`${name}: ${whole.length} bytes, now ${part.length}`);
}
