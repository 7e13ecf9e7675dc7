import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Browser } from '@playwright/test';

/** The most that one picture of the public site may weigh. */
const mostBytes = 60_000;
const folder = resolve(import.meta.dirname, '../../web/public/site');

type Attempt = { distance: number; quality: number };

/**
 * From best to worst. A screen is mostly flat colours and the shades of small letters: joining shades that
 * nobody can tell apart, and losing nothing else, keeps its letters sharper than throwing detail away.
 */
const attempts: Attempt[] = [
  ...[0, 8, 12, 16, 20, 24, 28, 32, 36].map((distance) => ({ distance, quality: 1 })),
  ...[0.8, 0.72, 0.64, 0.56, 0.48, 0.4, 0.32].map((quality) => ({ distance: 0, quality })),
];

/** Writes a screenshot as WebP, as good as its weight allows. The browser is the one encoder that is always there. */
export async function writeWebp(browser: Browser, name: string, png: Buffer): Promise<void> {
  const page = await browser.newPage();
  for (const attempt of attempts) {
    const webp = Buffer.from(await page.evaluate(encodeWebp, [png.toString('base64'), attempt] as const), 'base64');
    if (webp.length > mostBytes) continue;
    await writeFile(resolve(folder, `${name}.webp`), webp);
    await page.close();
    return;
  }
  throw new Error(`${name} weighs more than ${mostBytes} bytes at any quality`);
}

/** Writes a JPEG, as good as its weight allows; those who show shared links do not all read WebP. */
export async function writeJpeg(name: string, take: (quality: number) => Promise<Buffer>): Promise<void> {
  for (let quality = 84; quality >= 52; quality -= 4) {
    const jpeg = await take(quality);
    if (jpeg.length <= mostBytes) return writeFile(resolve(folder, `${name}.jpg`), jpeg);
  }
  throw new Error(`${name} weighs more than ${mostBytes} bytes at any quality`);
}

/** Runs in the page. The colours come in the order of how often they are there; a rare one that is near an earlier one becomes it. */
async function encodeWebp([png, { distance, quality }]: readonly [string, Attempt]): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws nothing');
  context.drawImage(image, 0, 0);
  if (distance > 0) {
    const all = context.getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(all.data.buffer);
    const counts = new Map<number, number>();
    for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
    const kept: number[] = [];
    const becomes = new Map<number, number>();
    const isNear = (one: number, other: number) =>
      Math.hypot((one & 255) - (other & 255), ((one >> 8) & 255) - ((other >> 8) & 255), ((one >> 16) & 255) - ((other >> 16) & 255)) <
      distance;
    const surface = pixels.length / 500;
    for (const [colour, count] of [...counts].toSorted((one, other) => other[1] - one[1])) {
      const near = count > surface ? undefined : kept.find((other) => isNear(colour, other));
      if (near === undefined) kept.push(colour);
      becomes.set(colour, near ?? colour);
    }
    for (let place = 0; place < pixels.length; place += 1) pixels[place] = becomes.get(pixels[place] ?? 0) ?? 0;
    context.putImageData(all, 0, 0);
  }
  // Quality 1 is lossless.
  const [kind, bytes = ''] = canvas.toDataURL('image/webp', quality).split(',');
  if (kind !== 'data:image/webp;base64') throw new Error('this browser writes no WebP');
  return bytes;
}
