import { CANONICAL_UUID } from './patterns.js';

/**
 * The URI by which a page passes one file to a mod manager (Spec 1). Only one spelling is valid. It
 * contains only the file's id: no address and no secret. Receiving one starts nothing by itself.
 */

/** Everything before the parameters. */
const PREFIX = 'service://download?';

/** The only version of its form so far. */
const VERSION = '1';

/** Well above the length of every recognized form. Longer texts are not parsed. */
const LONGEST = 512;

/** The reason why a mod manager rejects a URI. It does nothing with a rejected URI. */
export type HandoffRefusal =
  | 'not_a_handoff'
  | 'unknown_version'
  | 'missing_parameter'
  | 'repeated_parameter'
  | 'unknown_parameter'
  | 'malformed_artifact_id';

/** The result of reading a URI: the file to show, or the reason for the rejection. */
export type Handoff = { readonly artifactId: string } | { readonly refused: HandoffRefusal };

/** Builds the URI of a file. Throws a `TypeError` unless the id is a canonical UUID. */
export function buildHandoffUri(artifactId: string): string {
  if (!CANONICAL_UUID.test(artifactId)) throw new TypeError('an artifact id is a canonical UUID');
  return `${PREFIX}v=${VERSION}&artifact_id=${artifactId}`;
}

/**
 * Parses a URI that the operating system passes to a mod manager. Accepts only the exact result of
 * `buildHandoffUri`. `not_a_handoff` is the refusal of a text with another beginning, such as a web
 * address, and of any other spelling of a right URI. The other refusals name a fault.
 */
export function parseHandoffUri(text: string): Handoff {
  if (text.length > LONGEST || !text.startsWith(PREFIX)) return { refused: 'not_a_handoff' };
  const parameters = text.slice(PREFIX.length).split('&').map(nameAndValue);
  const values = new Map(parameters);
  const version = values.get('v');
  if (values.size < parameters.length) return { refused: 'repeated_parameter' };
  if (version === undefined) return { refused: 'missing_parameter' };
  if (version !== VERSION) return { refused: 'unknown_version' };
  const artifactId = values.get('artifact_id');
  if (artifactId === undefined) return { refused: 'missing_parameter' };
  if (values.size > 2) return { refused: 'unknown_parameter' };
  if (!CANONICAL_UUID.test(artifactId)) return { refused: 'malformed_artifact_id' };
  return text === buildHandoffUri(artifactId) ? { artifactId } : { refused: 'not_a_handoff' };
}

function nameAndValue(parameter: string): [name: string, value: string] {
  const at = parameter.indexOf('=');
  return at < 0 ? [parameter, ''] : [parameter.slice(0, at), parameter.slice(at + 1)];
}
