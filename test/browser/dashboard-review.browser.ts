import { beforeAll, describe, expect, it } from 'vitest';
import { writeZip } from '../archives/zip-writer.js';
import { useWorld } from '../harness.js';
import { draftMod, publishedVersion, readyVersion } from '../publishing.js';
import { isStream, refuseStreams } from './dashboard-files.js';
import { type Cast, creatorTab, dashboardCast, shown, staffTab } from './dashboard-people.js';
import { useBrowser } from './driver.js';

const world = useWorld();
const browsing = useBrowser(world);
let people: Cast;
let modId: string;
let count = 0;

beforeAll(async () => {
  people = await dashboardCast(world, 'brackenvale');
  const first = zip({ 'readme.txt': 'The first.', 'data/keep.txt': 'kept', 'data/old.txt': 'old' });
  modId = (await draftMod(people.ann, 'brackenvale', { title: { en: 'Lantern Paths' } })).id;
  await publishedVersion(world, people.ann, modId, { version: '1.0.0' }, first);
});

function zip(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  return new Uint8Array(
    writeZip(Object.entries(files).map(([name, content]) => ({ name, content }))),
  );
}

/** An upload that waits for a moderator, because it contains a program. */
async function waiting() {
  count += 1;
  const files = {
    'readme.txt': `Number ${count}.`,
    'data/keep.txt': 'kept',
    'data/new.txt': 'new',
    'bin/tool.exe': `MZ ${count}`,
  };
  return readyVersion(world, people.ann, modId, { version: `2.0.${count}` }, zip(files));
}

describe('the review queue in the dashboard', () => {
  it('two moderators clear the queue: a claim shows to the other, one approves, one rejects with a note for the author', async () => {
    const [first, second] = [await waiting(), await waiting()];
    const tab = await staffTab(world, browsing, people.mary, '/dashboard');
    await tab.page.getByRole('link', { name: 'Review queue' }).click();
    await tab.page.getByRole('heading', { name: 'Review queue' }).waitFor();
    expect(await tab.page.locator('main .rows > li').count()).toBe(2);
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-review');
    await tab.page.locator('main .rows .name').first().click();
    await tab.page.getByRole('button', { name: 'Claim' }).click();
    await tab.page.getByRole('button', { name: 'Release' }).waitFor();
    expect(tab.path()).toBe(`/dashboard/review/${first.uploadId}`);

    const other = await staffTab(world, browsing, people.mike, '/dashboard/review');
    await other.page.getByText('mary is looking at it').waitFor();
    await other.open(`/dashboard/review/${first.uploadId}`);
    await other.page.getByText(/mary is reviewing this file until/).waitFor();
    const approve = other.page.getByRole('button', { name: 'Approve' });
    expect(await approve.isDisabled()).toBe(true);
    expect(await other.page.getByRole('button', { name: 'Take over' }).count()).toBe(0);

    await tab.page.getByText('bin/tool.exe').first().waitFor();
    await tab.page.getByText('Compared with version 1.0.0:').waitFor();
    for (const change of ['New: 2', 'Changed: 1', 'Removed: 1']) {
      await tab.page.getByText(change, { exact: true }).waitFor();
    }
    await tab.page.getByLabel('Only differences').check();
    expect(await tab.page.getByText('keep.txt').count()).toBe(0);
    await tab.page.getByLabel('Internal note').fill('Signed by its author.');
    expect(await tab.violations()).toEqual([]);
    await tab.shoot('dashboard-review-entry');
    await tab.page.getByRole('button', { name: 'Approve' }).click();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await tab.page.getByText(/Approved by mary/).waitFor();
    await tab.page.getByText('Signed by its author.').waitFor();

    await other.open(`/dashboard/review/${second.uploadId}`);
    await other.page.getByLabel('Note to the author').fill('Ship the tool as source code.');
    await other.page.getByLabel('Reason for the rejection').selectOption('unverifiable');
    await other.page.reload();
    await shown(other);
    const note = other.page.getByLabel('Note to the author');
    expect(await note.inputValue()).toBe('Ship the tool as source code.');
    await other.page.getByRole('button', { name: 'Reject' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await other.page.getByText(/Rejected by mike/).waitFor();
    await other.page.getByRole('link', { name: 'Back to the queue' }).click();
    await other.page.getByText('No files are waiting here.').waitFor();

    const author = await creatorTab(
      browsing,
      'ann',
      `/dashboard/mods/${modId}/versions/${second.versionId}`,
    );
    await author.page.getByText(/Ship the tool as source code\./).waitFor();
    expect(await author.page.getByText('Signed by its author.').count()).toBe(0);
    for (const one of [tab, other, author]) {
      one.expectQuiet();
      await one.close();
    }
  });

  it('a decision about an upload that another moderator has decided shows the refusal and keeps the note', async () => {
    const { uploadId } = await waiting();
    const tab = await staffTab(world, browsing, people.mary);
    // A stream could show the other decision before this one is refused.
    await refuseStreams(tab.page);
    await tab.open(`/dashboard/review/${uploadId}`);
    await tab.page.getByLabel('Note to the author').fill('Mine.');
    await tab.page.getByRole('button', { name: 'Approve' }).click();
    const other = await staffTab(world, browsing, people.mike, `/dashboard/review/${uploadId}`);
    await other.page.getByRole('button', { name: 'Reject' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    await other.page.getByText(/Rejected by mike/).waitFor();
    await tab.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    const refused = tab.page.getByRole('alert');
    await refused.getByText(/waits for no decision/).waitFor();
    tab.expectQuiet();
    other.expectQuiet();
    await other.close();
    await tab.close();
  });

  it('a typed note stays when a live update reports the decision of another moderator, whom the view names', async () => {
    const { uploadId } = await waiting();
    const tab = await staffTab(world, browsing, people.mary, `/dashboard/review/${uploadId}`);
    const { page } = tab;
    await page.getByLabel('Note to the author').fill('Remove the tool.');
    const other = await staffTab(world, browsing, people.mike, `/dashboard/review/${uploadId}`);
    await other.page.getByRole('button', { name: 'Approve' }).click();
    await other.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click();
    await other.page.getByText(/Approved by mike/).waitFor();
    const late = page.getByRole('region', { name: 'Decision' });
    await late.getByRole('alert').getByText('mike decided first.').waitFor();
    await late.getByText('Remove the tool.').waitFor();
    expect(await page.getByRole('button', { name: 'Approve' }).count()).toBe(0);
    expect(await other.page.getByRole('region', { name: 'Decision' }).count()).toBe(0);
    expect(await tab.violations()).toEqual([]);
    await page.reload();
    await late.getByText('Remove the tool.').waitFor();
    await late.getByRole('button', { name: 'Discard changes' }).click();
    await late.waitFor({ state: 'detached' });
    tab.expectQuiet();
    other.expectQuiet();
    await other.close();
    await tab.close();
  });

  it('an administrator takes a claim over', async () => {
    const { uploadId } = await waiting();
    const tab = await staffTab(world, browsing, people.mary, `/dashboard/review/${uploadId}`);
    await tab.page.getByRole('button', { name: 'Claim' }).click();
    await tab.page.getByRole('button', { name: 'Release' }).waitFor();
    const chief = await staffTab(world, browsing, people.root, `/dashboard/review/${uploadId}`);
    await chief.page.getByRole('button', { name: 'Take over' }).click();
    await chief.page.getByRole('button', { name: 'Release' }).click();
    await chief.page.getByRole('button', { name: 'Claim' }).waitFor();
    chief.expectQuiet();
    await chief.close();
    await tab.close();
  });

  it('a creator sees no moderation, and its addresses look like unknown ones', async () => {
    const { uploadId } = await waiting();
    const tab = await creatorTab(browsing, 'ann', '/dashboard');
    expect(await tab.page.getByRole('link', { name: 'Review queue' }).count()).toBe(0);
    for (const path of ['/review', `/review/${uploadId}`]) {
      await tab.open(`/dashboard${path}`);
      await shown(tab);
      expect(await tab.heading()).toBe('Page not found');
    }
    tab.expectQuiet();
    await tab.close();
  });

  it('a moderator without a recent second factor gets the link to prove one', async () => {
    const tab = await staffTab(world, browsing, people.mary, '/dashboard/review', { aal2: false });
    await tab.page.getByRole('link', { name: 'Confirm in a new tab' }).waitFor();
    expect(await tab.violations()).toEqual([]);
    tab.expectQuiet();
    await tab.close();
  });

  it.each([
    ['a stream reports an upload in the queue long before the next poll', false],
    ['the queue is polled when the stream is refused', true],
  ] as const)('%s', async (_name, isRefused) => {
    const tab = await staffTab(world, browsing, people.mary, '/dashboard');
    const { page } = tab;
    if (isRefused) await refuseStreams(page);
    await page.clock.install();
    const opened = page.waitForResponse((it) => isStream(it.request()));
    await page.getByRole('link', { name: 'Review queue' }).click();
    await opened;
    await shown(tab);
    await page.clock.pauseAt(Date.now() + 1_000);
    const { uploadId } = await waiting();
    const row = page.locator(`main .rows a[href$="${uploadId}"]`);
    // The time of the page stands still but for these steps; the next poll is 15 seconds away.
    let passed = 0;
    const step = async () => {
      const next = isRefused ? 4_000 : 400;
      if (isRefused || passed < 12_000) await page.clock.runFor(next);
      passed += next;
      return row.count();
    };
    await expect.poll(step, { interval: 400, timeout: 20_000 }).toBe(1);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await tab.close();
  });

  it.each([
    ['en', false, 375],
    ['ru', true, 1280],
    ['de', true, 375],
    ['ru', false, 375],
  ] as const)('the views of the queue in %s are accessible (dark: %s, %s px)', async (...its) => {
    const [locale, dark, width] = its;
    const { uploadId } = await waiting();
    const tab = await staffTab(world, browsing, people.mary, '/dashboard/review', {
      locale,
      dark,
      width,
    });
    for (const path of ['/review', `/review/${uploadId}`]) {
      await tab.open(`/dashboard${path}`);
      await shown(tab);
      expect(await tab.violations(), path).toEqual([]);
      expect(await tab.scrollsSideways(), path).toBe(false);
      const name = path.replace(uploadId, 'id').replaceAll('/', '-');
      await tab.shoot(`dashboard${name}-${locale}-${width}`);
    }
    tab.expectQuiet();
    await tab.close();
  });
});
