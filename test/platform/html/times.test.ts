import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';

const SCRIPT = readFileSync(
  new URL('../../../src/platform/html/site/times.js', import.meta.url),
  'utf8',
);
const NOW = new Date('2026-11-30T10:00:00');

/** A clock that stands still. */
class StillDate extends Date {
  constructor(moment: string | Date = NOW) {
    super(moment);
  }

  static override now(): number {
    return NOW.getTime();
  }
}

/** The text that the script writes into a time of a page. */
function shown(moment: string, lang: string): string {
  const time = {
    textContent: '30 Nov 2026',
    getAttribute: () => new Date(moment).toISOString(),
    setAttribute: () => undefined,
  };
  const document = { documentElement: { lang }, querySelectorAll: () => [time] };
  runInNewContext(SCRIPT, { document, Date: StillDate, Intl });
  return time.textContent;
}

it.each([
  ['2026-11-30T09:00:20', 'ru', '59 минут назад'],
  ['2026-11-29T08:00:00', 'ru', 'вчера'],
  ['2026-11-28T23:00:00', 'de', 'vorgestern'],
  ['2026-11-20T10:00:00', 'de', 'vor 1 Woche'],
  ['2026-10-29T10:00:00', 'en', '1 month ago'],
  ['2025-11-30T10:00:00', 'en', '1 year ago'],
  ['2025-12-01T10:00:00', 'de', 'vor 11 Monaten'],
  ['2026-11-30T09:59:59', 'en', 'this minute'],
])('a page shows the moment %s relative to now in %s', (moment, lang, words) => {
  expect(shown(moment, lang)).toBe(words);
});
