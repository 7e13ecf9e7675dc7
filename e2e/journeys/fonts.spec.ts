import { expect, test } from '../earshot';

const samples = [
  {
    face: 'Inter Variable',
    fallback: 'Inter Fallback',
    weight: 400,
    text: 'Earshot listens to Reddit for your business: posts worth answering.',
  },
  { face: 'Inter Variable', fallback: 'Inter Fallback', weight: 600, text: 'Clients keep paying 30+ days late. What fixed this for you?' },
  {
    face: 'Bricolage Grotesque Variable',
    fallback: 'Bricolage Fallback',
    weight: 600,
    text: 'Someone is asking for what you sell. Be within earshot.',
  },
];

for (const { face, fallback, weight, text } of samples) {
  test(`while ${face} at ${weight} is on its way, its stand-in takes the same room`, async ({ page }) => {
    await page.goto('/');
    await page.evaluate(() => document.fonts.ready);

    const [real, standIn] = await page.evaluate(
      async ([families, style, words]) => {
        await document.fonts.load(`${style} 20px '${families[0]}'`);
        return families.map((family) => {
          const box = document.createElement('span');
          box.style.cssText = `position: absolute; white-space: nowrap; font: ${style} 20px/normal '${family}'`;
          box.textContent = words;
          document.body.append(box);
          const { width, height } = box.getBoundingClientRect();
          box.remove();
          return { width, height };
        });
      },
      [[face, fallback], String(weight), text] as const,
    );

    if (real === undefined || standIn === undefined) throw new Error('nothing was measured');
    expect(standIn.width / real.width).toBeGreaterThan(0.97);
    expect(standIn.width / real.width).toBeLessThan(1.03);
    expect(Math.abs(standIn.height - real.height)).toBeLessThanOrEqual(1);
  });
}

test('the latin faces are asked for with the page, and nothing comes from elsewhere', async ({ page, earshot }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));

  await page.goto('/');
  await page.evaluate(() => document.fonts.ready);

  expect(asked.filter((url) => !url.startsWith(earshot.url))).toEqual([]);
  const fonts = asked
    .filter((url) => url.endsWith('.woff2'))
    .map((url) => /(inter|bricolage-grotesque)-[a-z-]+-wght/.exec(url)?.[0] ?? url);
  expect(fonts.toSorted()).toEqual(['bricolage-grotesque-latin-wght', 'inter-latin-wght']);
  await expect(page.locator('link[rel="preload"][as="font"]')).toHaveCount(2);
});
