import { compareDocuments } from '../../../scripts/compatible/compare-documents.js';
import { lineOf, type Rule } from '../../../scripts/compatible/rules.js';
import { releasedDocument, type TestDocument } from './document.js';

/** The time of every comparison that names none. */
export const NOW = new Date('2026-05-01T00:00:00Z');

/** A document whose members tests may replace and delete. */
// biome-ignore lint/suspicious/noExplicitAny: a mutation leaves the shape that the document had
type Loose = any;

/** A change of the released document. */
export type Change = (parts: {
  document: Loose;
  paths: Loose;
  list: Loose;
  create: Loose;
  note: Loose;
  input: Loose;
}) => unknown;

/** The released document after a change. */
export function changed(change: Change): TestDocument {
  const document = releasedDocument();
  const { paths, components } = document;
  change({
    document,
    paths,
    list: paths['/notes'].get,
    create: paths['/notes'].post,
    note: components.schemas.Note,
    input: components.schemas.NoteInput,
  });
  return document;
}

/** The reported lines for a document. */
export function linesOf(after: TestDocument, now = NOW): string[] {
  return compareDocuments({ before: releasedDocument(), after }, now).map(lineOf);
}

/** Sets the error codes of a response. */
export const code = (operation: Loose, status: number, ...codes: string[]) => {
  const media = operation.responses[status].content['application/problem+json'];
  media.schema.allOf[1].properties.code.enum = codes;
};

/** Lists the codes of a response beside its schema, which then is the Problem of all responses. */
export const codesBeside = (operation: Loose, status: number, ...codes: string[]) => {
  const response = operation.responses[status];
  const schema = { $ref: '#/components/schemas/Problem' };
  response.content = { 'application/problem+json': { schema } };
  response['x-error-codes'] = codes;
};

/** A change that breaks a rule, and the reported operation and place. */
export type Break = readonly [Rule, what: string, place: string, Change];
