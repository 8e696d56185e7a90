// npm run picture: takes the pictures of the README from a running service with the demo catalog.
// BASE is the address of the service, and CHROMIUM_PATH the path of the browser. LOGIN and PASSWORD
// belong to a creator of the catalog. Without them, it takes only the picture of the home page.
import { mkdirSync } from 'node:fs';
import { chromium } from 'playwright-core';
import sharp from 'sharp';
import { findBrowser, missingBrowser } from './browser.mjs';
import { ROOT } from './lib.mjs';

const SIZE = { width: 1280, height: 860 };
const { BASE = 'http://127.0.0.1:4000', LOGIN, PASSWORD } = process.env;
const folder = `${ROOT}/docs/images`;

const executablePath = findBrowser();
if (!executablePath) throw new Error(missingBrowser());
const browser = await chromium.launch({
  executablePath,
  // A container has no sandbox for root.
  args: ['--no-sandbox'],
});
try {
  const page = await browser.newPage({ viewport: SIZE, locale: 'en', colorScheme: 'light' });
  await page.goto(BASE, { waitUntil: 'networkidle' });
  await take(page, 'home');
  if (LOGIN && PASSWORD) await takeDashboard(page);
} finally {
  await browser.close();
}

/** Takes pictures of the dashboard: the overview, a mod, and its newest version. */
async function takeDashboard(page) {
  await page.goto(`${BASE}/account/sign-in?next=/dashboard`);
  await page.fill('main input[name="login"]', LOGIN);
  await page.fill('main input[type="password"]', PASSWORD);
  await page.click('main form button');
  await page.locator('main h1').waitFor();
  await page.emulateMedia({ colorScheme: 'dark' });
  await take(page, 'dashboard-overview');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.locator('main .rows .thumbnail + .grow .name').first().click();
  await page.getByRole('heading', { name: 'Details' }).waitFor();
  await take(page, 'dashboard-details');
  await page.getByRole('link', { name: 'Versions' }).click();
  await page.getByRole('heading', { name: 'Versions' }).waitFor();
  await page.locator('main .rows .name').first().click();
  await page.getByRole('heading', { name: 'Files' }).waitFor();
  await take(page, 'dashboard-version');
}

async function take(page, name) {
  await page.waitForLoadState('networkidle');
  const taken = await page.screenshot();
  mkdirSync(folder, { recursive: true });
  // A palette makes it a third of the size, without a visible difference.
  await sharp(taken).png({ palette: true, quality: 90 }).toFile(`${folder}/${name}.png`);
  console.log(`docs/images/${name}.png is written`);
}
