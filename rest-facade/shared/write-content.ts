import { hash } from 'node:crypto';
import { print } from 'graphql';
import { uncoveredBy } from '../../src/graphql/field-facts.js';
import type { Pagination } from '../../src/graphql/gateway.js';
import { createSecondUseCache, type SecondUseCache } from '../../src/platform/second-use-cache.js';
import type { ReplyRule } from '../reply.js';
import { fieldsBelow, type Selected, type SelectedField } from '../selection.js';
import type { Shape } from '../shape.js';
import { compileStrip } from '../strip.js';
import { ownBytes, type Part, writeBody, writeList } from '../write-body.js';

/**
 * A cache of JSON texts of documents, by the selected members and the version of the document. A
 * text has only the members that the version covers, in parts without braces. Members that change
 * without a new version stand between the parts. A text is stored at its second use.
 */
export type DocumentTexts = SecondUseCache<readonly Buffer[]>;

/** Creates an empty store of document texts. With 0 bytes it stores none. */
export function createDocumentTexts(maxBytes: number): DocumentTexts {
  return createSecondUseCache(maxBytes);
}

/** The memory of a part without its text. */
const PART_BYTES = 256;

/**
 * Writes the value of an operation's root field as the content of a response, without its end.
 * Returns a promise for a long list: other requests run while it is written.
 */
export type WriteContent = (
  root: unknown,
  pagination: Pagination | null,
  texts: DocumentTexts,
) => Buffer | Promise<Buffer>;

/** The hidden member that contains the version of a document. */
const VERSION_KEY = '_document';

/**
 * Compiles how the content of a shared response is written. If the operation selects the version of
 * each document as `_document`, responses share the JSON of each document (`DocumentTexts`).
 * Throws if a member of such a document may be absent or contains hidden members, or if the reply
 * has members beside the documents.
 */
export function compileContent(reply: ReplyRule, selected: Selected, shape: Shape): WriteContent {
  const documents = documentsIn(reply, selected);
  const writeDocument = documents && compileDocument(selected, documents);
  if (!writeDocument) {
    return (root, pagination) => writeStart(shape(root).body, pagination);
  }
  if (Object.keys(reply.beside).length > 0) throw new Error(`${VERSION_KEY} beside other members`);
  if (reply.shape === 'one') {
    return (root, _, texts) =>
      ownBytes(['{"data":', ...writeDocument(root as Members, texts), '}']);
  }
  return (root, pagination, texts) => {
    const page = root as { readonly items: readonly Members[]; readonly pagination: unknown };
    // Without a validator, the pagination is part of the content.
    const rest = pagination === null ? `,"pagination":${JSON.stringify(page.pagination)}}` : '';
    return writeList({
      start: '{"data":[',
      items: page.items.length,
      partsAt: (place) => writeDocument(page.items[place] as Members, texts),
      end: `]${rest}`,
    });
  };
}

type Members = Readonly<Record<string, unknown>>;

/** The parts of a document, in the order of its members. */
type Written = readonly Part[];

/** The field whose values are documents; null if the operation reads no document versions. */
function documentsIn(reply: ReplyRule, selected: Selected): SelectedField | null {
  const fields = fieldsBelow(selected, selected.root).flat();
  const field = reply.shape === 'list' ? fields.find(({ key }) => key === 'items') : selected.root;
  const below = field ? fieldsBelow(selected, field).flat() : [];
  return below.some(({ key }) => key === VERSION_KEY) ? (field ?? null) : null;
}

function compileDocument(selected: Selected, documents: SelectedField) {
  const fields = fieldsBelow(selected, documents).flat();
  const version = fields.find(({ key }) => key === VERSION_KEY);
  const uncovered = version ? uncoveredBy(version.field) : null;
  if (uncovered === null) throw new Error(`${VERSION_KEY} is no version of a document`);
  const shown = fields.filter(({ key }) => !key.startsWith('_'));
  const optional = shown.find((field) => field.conditional || compileStrip(selected, field));
  if (optional) throw new Error(`"${optional.key}" is part of a document and may be absent`);
  const isCovered = ({ field }: SelectedField) => !uncovered.includes(field.name);
  const runs = runsOf(shown, isCovered);
  const covered = runs.filter((run) => run.isCovered);
  const scope = scopeOf(shown.filter(isCovered));

  const writeParts = (document: Members, key: string, texts: DocumentTexts): Written => {
    const written = covered.map(({ keys }) => membersOf(document, keys));
    if (!texts.admits(key)) return written;
    const parts = written.map((part) => ownBytes([part]));
    texts.set(
      key,
      parts,
      parts.reduce((bytes, part) => bytes + PART_BYTES + part.length, 0),
    );
    return parts;
  };

  return (document: Members, texts: DocumentTexts): Written => {
    const key = `${scope} ${document[VERSION_KEY]}`;
    const parts = texts.get(key) ?? writeParts(document, key, texts);
    let used = 0;
    const written = runs.flatMap((run, at) => [
      at === 0 ? '{' : ',',
      run.isCovered ? (parts[used++] ?? '') : membersOf(document, run.keys),
    ]);
    written.push('}');
    return written;
  };
}

/** Members in a row that a document version covers, or that it does not cover. */
interface Run {
  readonly isCovered: boolean;
  readonly keys: string[];
}

function runsOf(
  fields: readonly SelectedField[],
  isCovered: (field: SelectedField) => boolean,
): Run[] {
  const runs: Run[] = [];
  for (const field of fields) {
    const last = runs.at(-1);
    if (last?.isCovered === isCovered(field)) last.keys.push(field.key);
    else runs.push({ isCovered: isCovered(field), keys: [field.key] });
  }
  return runs;
}

/** The key of a selection, equal for all operations that select the same members of a document. */
function scopeOf(fields: readonly SelectedField[]): string {
  const selections = fields.map((field) => [
    field.key,
    ...field.selections.map((set) => print(set)),
  ]);
  return hash('sha256', JSON.stringify(selections), 'base64url').slice(0, 16);
}

/** The JSON of some members, without braces. */
function membersOf(document: Members, keys: readonly string[]): string {
  return JSON.stringify(Object.fromEntries(keys.map((key) => [key, document[key]]))).slice(1, -1);
}

/**
 * Writes the part of a body that the validator covers. The rest is the pagination (`endOf`), whose
 * cursor is new in each response.
 */
function writeStart(body: unknown, pagination: Pagination | null): Buffer | Promise<Buffer> {
  if (pagination === null || typeof body !== 'object') return writeBody(body);
  return writeBody({ ...body, pagination: undefined }, '');
}

/** The end of a body, from `,"pagination"` to the last brace; empty without pagination. */
export function endOf(pagination: Pagination | null): string {
  if (pagination === null) return '';
  const { nextCursor, hasMore, limit } = pagination;
  return `,"pagination":${JSON.stringify({ next_cursor: nextCursor, has_more: hasMore, limit })}}`;
}
