// npm run picture: takes the picture of the home page for the README from a running service with the
// demo catalog, by Chromium. BASE is the address of the service, CHROMIUM_PATH that of the browser.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { ROOT } from './lib.mjs';

const SIZE = { width: 1280, height: 860 };
const { BASE = 'http://127.0.0.1:4000', CHROMIUM_PATH = '/usr/bin/chromium' } = process.env;
const folder = `${ROOT}/docs/images`;

const browser = await chromium.launch({
  executablePath: CHROMIUM_PATH,
  // A container has no sandbox for root.
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en', colorScheme: 'light' });
  await page.goto(BASE, { waitUntil: 'networkidle' });
  const taken = await page.screenshot();
  mkdirSync(folder, { recursive: true });
  // A palette makes it a third of the size, without a visible difference.
  await sharp(taken).png({ palette: true, quality: 90 }).toFile(`${folder}/home.png`);
} finally {
  await browser.close();
}
console.log('docs/images/home.png is written');
