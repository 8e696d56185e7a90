import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch from 'minisearch';
import { shareResult } from '../../platform/concurrency.js';
import { Html } from '../../platform/html/html.js';
import { projectRoot } from '../../platform/release.js';
import { type RenderedFile, renderMarkdownFile } from '../kit/index.js';
import { GUIDE_LIST, GUIDE_TITLES, nameOfGuide, READERS } from './guide-list.js';

/** A guide in a list. */
export interface GuideLink {
  readonly title: string;
  readonly path: string;
}

/** A section that a search found. */
export interface FoundSection {
  readonly guide: string;
  readonly title: string;
  readonly path: string;
  /** The beginning of its text. */
  readonly excerpt: string;
}

/** The documentation of this release. */
export interface Guides {
  /** The guide with a name, such as `install-plans`; null if no guide has it. */
  read(name: string): RenderedFile | null;
  /**
   * The link to a guide, given its file from the root of the project. For a file that is no guide,
   * the title is the name that `nameOfGuide` derives, and the path returns 404.
   */
  linkTo(file: string): GuideLink;
  /**
   * The sections with all words of a text, or with similar words, best first. Limited to `FOUND`
   * sections.
   */
  search(text: string): Promise<readonly FoundSection[]>;
}

const FOUND = 30;
/** Further words of a search are ignored, because each one costs time. */
const WORDS = 8;
const EXCERPT_CHARACTERS = 200;
/** Sections that are indexed before other work may go on. */
const CHUNK = 20;

/**
 * Opens the Markdown files of the release: all files of `docs`, and further ones of `GUIDE_LIST`.
 * It reads and renders each file on first use. The first search builds the index.
 */
export function openGuides(): Guides {
  const files = new Map(filesOfGuides().map((file) => [nameOfGuide(file), file]));
  const known = new Set(files.values());
  const rendered = new Map<string, RenderedFile>();
  const addressOf = (file: string) => (known.has(file) ? pathOf(file) : null);
  const read = (name: string) => {
    const file = files.get(name);
    if (file === undefined) return null;
    const before = rendered.get(name);
    if (before) return before;
    const source = readFileSync(join(projectRoot(), file), 'utf8');
    const shown = renderMarkdownFile(file, source, addressOf, drawing);
    const guide = { ...shown, title: GUIDE_TITLES[file] ?? shown.title };
    rendered.set(name, guide);
    return guide;
  };
  const titleOf = (name: string) => read(name)?.title ?? name;
  const index = shareResult(Infinity, () => buildIndex([...files.keys()], read));
  return {
    read,
    linkTo: (file) => ({ title: titleOf(nameOfGuide(file)), path: pathOf(file) }),
    async search(text) {
      return (await index())(text);
    },
  };
}

function pathOf(file: string): string {
  return `/guides/${nameOfGuide(file)}`;
}

/** Every Markdown file of `docs`, and the others of the list. */
function filesOfGuides(): string[] {
  const docs = readdirSync(join(projectRoot(), 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`)
    .sort();
  const listed = READERS.flatMap((reader) => GUIDE_LIST[reader]).filter(
    (file) => !docs.includes(file) && existsSync(join(projectRoot(), file)),
  );
  return [...listed, ...docs];
}

/** The drawing of a diagram, which the build wrote; null if a program runs without a build. */
function drawing(source: string): Html | null {
  const name = createHash('sha256').update(source).digest('hex');
  const path = join(projectRoot(), 'dist', 'static', 'diagrams', `${name}.svg`);
  return existsSync(path) ? new Html(readFileSync(path, 'utf8')) : null;
}

type Read = (name: string) => RenderedFile | null;

async function buildIndex(names: readonly string[], read: Read) {
  const sections = new Map<string, FoundSection & { readonly text: string }>();
  for (const name of names) {
    // Rendering takes up to 20 ms, so requests are served between two guides.
    await new Promise(setImmediate);
    const guide = read(name);
    for (const { anchor, title, text } of guide?.sections ?? []) {
      const path = `/guides/${name}#${anchor}`;
      const excerpt = shortened(text);
      sections.set(path, { guide: guide?.title ?? name, title, path, excerpt, text });
    }
  }
  const index = new MiniSearch<FoundSection & { readonly text: string }>({
    idField: 'path',
    fields: ['title', 'guide', 'text'],
    searchOptions: {
      boost: { title: 4, guide: 2 },
      combineWith: 'AND',
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      maxFuzzy: 2,
    },
  });
  await index.addAllAsync([...sections.values()], { chunkSize: CHUNK });
  return (text: string): readonly FoundSection[] =>
    index
      .search(text.split(/\s+/).slice(0, WORDS).join(' '))
      .slice(0, FOUND)
      .flatMap(({ id }) => sections.get(String(id)) ?? []);
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= EXCERPT_CHARACTERS ? line : `${line.slice(0, EXCERPT_CHARACTERS)}…`;
}
