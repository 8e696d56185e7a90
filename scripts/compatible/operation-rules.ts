import { compareBody, compareParameters } from './compare-requests.js';
import { compareResponses } from './compare-responses.js';
import type { Pair } from './compare-schemas.js';
import { compareSecurity } from './compare-security.js';
import type { JsonObject } from './json.js';
import type { Operation } from './operations.js';
import type { Finding } from './rules.js';

/** A comparison of two operations in their documents. */
type Compare = (documents: Pair<JsonObject>, operations: Pair<Operation>) => Finding[];

/**
 * The comparisons of an operation that both documents have: its method and path, its stage, its
 * security, parameters, body and responses. They are for operations that were stable before.
 */
export const OPERATION_RULES: readonly Compare[] = [
  (_documents, { before, after }) =>
    before.address === after.address
      ? []
      : [{ place: `${before.address} → ${after.address}`, rule: 'operation-moved' }],
  (_documents, { after }) =>
    after.stage === 'stable' ? [] : [{ place: '', rule: 'stage-lowered' }],
  compareSecurity,
  compareParameters,
  compareBody,
  compareResponses,
];
