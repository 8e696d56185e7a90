import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../src/platform/release.js';
import { compareDocuments } from './compare-documents.js';
import { type Correction, corrected, readCorrections } from './corrections.js';
import { isObject, type JsonObject } from './json.js';
import type { Break } from './rules.js';

/** The path of the last released document. */
export const RELEASED = 'rest-facade/released/openapi.json';

/** The path of the document that is generated from the sources. */
export const CURRENT = 'rest-facade/generated/openapi.json';

/**
 * The path of the corrections of the released document. `npm run release:record` empties the list
 * in this file.
 */
export const CORRECTIONS = 'rest-facade/released/corrections.json';

/** Reads the corrections of the released document. Throws if one is incomplete. */
export function correctionsOfRelease(): Correction[] {
  return readCorrections(readFileSync(join(projectRoot(), CORRECTIONS), 'utf8'));
}

/** The changes that clients of the corrected released document would notice in the current one. */
export function breaksSinceRelease(now: Date): Break[] {
  const released = readDocument(RELEASED);
  const before = corrected(released, correctionsOfRelease());
  return compareDocuments({ before, after: readDocument(CURRENT) }, now, released);
}

/** Reads a document of the project. Throws if it is not a JSON object. */
export function readDocument(file: string): JsonObject {
  const document: unknown = JSON.parse(readFileSync(join(projectRoot(), file), 'utf8'));
  if (!isObject(document)) throw new Error(`${file} holds no document`);
  return document;
}
