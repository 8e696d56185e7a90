import { LRUCache } from 'lru-cache';
import { createTurns } from '../concurrency.js';
import { ThreadFailure, type Threads, threadProgram } from '../threads/threads.port.js';
import { Html, html } from './html.js';
import { createMarkdown } from './markdown.js';
import type { MarkdownTask } from './markdown-program.js';

/**
 * Renders Markdown of authors as safe HTML. Each actor has a share of the threads. It never fails:
 * if no thread renders a long text in time, the result is the text without formatting.
 */
export type RenderMarkdown = (text: string, actor: string) => Promise<Html>;

/** The parts of a renderer. */
export interface MarkdownPoolOptions {
  /** The start of the addresses of pictures that may be shown. */
  readonly ownPictures: string;
  readonly threads: Threads;
}

const PROGRAM = threadProgram<MarkdownTask, string>(
  new URL('./markdown-program.js', import.meta.url),
);

/** The worst text of this length takes a few milliseconds, so the event loop can do it. */
const SHORT_CHARACTERS = 2_000;
/** The longest text of the domain takes a tenth of this with any content. */
const DEADLINE_MS = 3_000;
/** The same pages are read again and again. */
const CACHED_CHARACTERS = 20_000_000;

/**
 * Creates a renderer that keeps its results, except unformatted ones. Each text is rendered once
 * for all visitors that wait for it: a long one in a thread, a short one here, one per turn of the
 * event loop. A feed has ten texts.
 */
export function createMarkdownPool(options: MarkdownPoolOptions): RenderMarkdown {
  const renderHere = createMarkdown(options.ownPictures);
  const waiting = new Map<string, Promise<Html>>();
  const cache = new LRUCache<string, Html>({
    maxSize: CACHED_CHARACTERS,
    sizeCalculation: (rendered, text) => rendered.text.length + text.length + 1,
  });
  const renderThere = async (text: string, actor: string): Promise<Html> => {
    try {
      const rendered = await renderInThread(options, text, actor);
      cache.set(text, rendered);
      return rendered;
    } catch (error) {
      if (!(error instanceof ThreadFailure)) throw error;
      return html`<p class="unformatted">${text}</p>`;
    } finally {
      waiting.delete(text);
    }
  };
  const ownTurn = createTurns();
  const renderShort = async (text: string): Promise<Html> => {
    await ownTurn();
    try {
      const rendered = renderHere(text);
      cache.set(text, rendered);
      return rendered;
    } finally {
      waiting.delete(text);
    }
  };
  return async (text, actor) => {
    const known = cache.get(text) ?? waiting.get(text);
    if (known) return known;
    const isShort = text.length <= SHORT_CHARACTERS;
    const running = isShort ? renderShort(text) : renderThere(text, actor);
    waiting.set(text, running);
    return running;
  };
}

/** Renders a text in a thread. Throws `ThreadFailure`. */
async function renderInThread(
  { ownPictures, threads }: MarkdownPoolOptions,
  text: string,
  actor: string,
): Promise<Html> {
  const limits = { actor, deadlineMs: DEADLINE_MS };
  return new Html(await threads.run(PROGRAM, { text, ownPictures }, limits));
}
