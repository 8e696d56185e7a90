import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/project-root.js';
import { compareDocuments } from './compare-documents.js';
import { type Correction, corrected, readCorrections } from './corrections.js';
import { isObject, type JsonObject } from './json.js';
import type { Break } from './rules.js';

/** The document that clients were last given. */
export const RELEASED = 'rest-facade/released/openapi.json';

/** The document as the sources make it. */
export const CURRENT = 'rest-facade/openapi.json';

/** Where the released document was wrong; the next release leaves none. */
export const CORRECTIONS = 'rest-facade/released/corrections.json';

/** The corrections of the released document. */
export function correctionsOfRelease(): Correction[] {
  return readCorrections(readFileSync(join(projectRoot(), CORRECTIONS), 'utf8'));
}

/** What clients of the released document, as it should have been, would notice of the current one. */
export function breaksSinceRelease(now: Date): Break[] {
  const released = readDocument(RELEASED);
  const before = corrected(released, correctionsOfRelease());
  return compareDocuments({ before, after: readDocument(CURRENT) }, now, released);
}

/** Reads a document of the project. Throws where it is not a JSON object. */
export function readDocument(file: string): JsonObject {
  const document: unknown = JSON.parse(readFileSync(join(projectRoot(), file), 'utf8'));
  if (!isObject(document)) throw new Error(`${file} holds no document`);
  return document;
}
