import { afterEach, describe, expect, it } from 'vitest';
import { createMarkdownPool } from '../../../src/platform/html/markdown-pool.js';
import { createThreads } from '../../../src/platform/threads/create-threads.js';
import { ThreadFailure, type Threads } from '../../../src/platform/threads/threads.port.js';
import { LIMITS } from '../../../src/registry/limits.js';
import { MOST_BLOCKED_MS, watchEventLoop } from '../../event-loop.js';
import { everyNth } from '../../rounds.js';

const ownPictures = 'https://modport.example/media/';
const LONGEST = 100_000;

/** Texts that cost the parser the most for their length. */
const COSTLY = {
  'pictures in links': '[![a](b)](c)',
  'open brackets': '[![',
  emphasis: '**a*',
  tables: '|a|b|\n|-|-|\n|a|b|\n\n',
  'mail addresses': 'a@b.de ',
  definitions: '[a]: b\n\n[a] ',
  quotes: '> > > > a\n',
  entities: '&lt;',
} as const;

const pools: Threads[] = [];
afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));

function realThreads(): Threads {
  const threads = createThreads({ threads: 1, queued: 20, queuedOfOne: 20, heapMib: 128 });
  pools.push(threads);
  return threads;
}

/** Threads that count their runs and fail, or return a mark. */
function countedThreads(failure?: ThreadFailure) {
  const seen = { runs: 0 };
  const threads: Threads = {
    run: async () => {
      seen.runs += 1;
      if (failure) throw failure;
      return '<p>from a thread</p>' as never;
    },
    close: async () => {},
  };
  return { seen, threads };
}

describe('the renderer of long texts', () => {
  it.each(everyNth(Object.entries(COSTLY), 6))(
    'a text of 100,000 characters of %s does not block the event loop',
    async (name, part) => {
      const text = part.repeat(Math.ceil(LONGEST / part.length)).slice(0, LONGEST);
      const render = createMarkdownPool({ ownPictures, threads: realThreads() });
      await render('x '.repeat(LIMITS.changelogCharacters / 2), 'someone');
      const watch = watchEventLoop();
      const rendered = await watch.during(name, () => render(text, 'someone'));
      expect(rendered.text).not.toContain('unformatted');
      expect(watch.maxMs()).toBeLessThan(MOST_BLOCKED_MS / 2);
    },
  );

  it('a long text renders in a thread exactly as a short one does here', async () => {
    const render = createMarkdownPool({ ownPictures, threads: realThreads() });
    const part = '# A\n\n**b** <i> [c](https://c.example/)\n\n';
    const short = await render(part, 'someone');
    const long = await render(part.repeat(100), 'someone');
    expect(long.text).toBe(short.text.repeat(100));
  });

  it('short texts of one page are rendered in different turns of the event loop', async () => {
    const { threads } = countedThreads();
    const render = createMarkdownPool({ ownPictures, threads });
    const steps: string[] = [];
    const note = (step: string) => () => steps.push(step);
    const texts = ['a', 'b', 'a', 'c'].map((text) => render(text, 'someone').then(note(text)));
    for (let turn = 1; turn <= 3; turn += 1) {
      await new Promise((resolve) => setImmediate(resolve));
      steps.push(`turn ${turn}`);
    }
    await Promise.all(texts);
    expect(steps).toEqual(['turn 1', 'a', 'a', 'turn 2', 'b', 'turn 3', 'c']);
  });

  it('a short text needs no thread', async () => {
    const { seen, threads } = countedThreads();
    const render = createMarkdownPool({ ownPictures, threads });
    expect((await render('*a*', 'someone')).text).toBe('<p><em>a</em></p>\n');
    expect(seen.runs).toBe(0);
  });

  it('a long text is rendered once for all who wait for it, and for later readers', async () => {
    const { seen, threads } = countedThreads();
    const render = createMarkdownPool({ ownPictures, threads });
    const text = 'a'.repeat(10_000);
    await Promise.all([render(text, 'one'), render(text, 'two')]);
    expect((await render(text, 'three')).text).toBe('<p>from a thread</p>');
    expect(seen.runs).toBe(1);
  });

  it('a text without a free thread is shown escaped, and a later page tries again', async () => {
    const { seen, threads } = countedThreads(new ThreadFailure('busy'));
    const render = createMarkdownPool({ ownPictures, threads });
    const text = '<script>'.repeat(1_000);
    const { text: html } = await render(text, 'someone');
    expect(html).toBe(`<p class="unformatted">${'&lt;script&gt;'.repeat(1_000)}</p>`);
    await render(text, 'someone');
    expect(seen.runs).toBe(2);
  });
});
