/**
 * Why a handoff is refused. The manager then does nothing, and opens no browser. `not_a_handoff`:
 * the URI has another form, another spelling of a valid one, or more than 512 characters.
 */
export type HandoffRefusal =
  | 'not_a_handoff'
  | 'unknown_version'
  | 'missing_parameter'
  | 'repeated_parameter'
  | 'unknown_parameter'
  | 'malformed_artifact_id';

/** The file to show to the person and to ask about, or the reason for the refusal. */
export type Handoff = { readonly artifactId: string } | { readonly refused: HandoffRefusal };

const PREFIX = 'service://download?';
const LONGEST = 512;
const ARTIFACT_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Reads a URI that the operating system passes to a mod manager (section 1 of `docs/contract`).
 * Exactly one spelling is valid. Never start a download because of it: show the file, and ask.
 */
export function parseHandoff(uri: string): Handoff {
  if (uri.length > LONGEST || !uri.startsWith(PREFIX)) return { refused: 'not_a_handoff' };
  const pairs = uri.slice(PREFIX.length).split('&').map(pairOf);
  const given = new Map(pairs);
  if (given.size < pairs.length) return { refused: 'repeated_parameter' };
  if (!given.has('v')) return { refused: 'missing_parameter' };
  if (given.get('v') !== '1') return { refused: 'unknown_version' };
  const artifactId = given.get('artifact_id');
  if (artifactId === undefined) return { refused: 'missing_parameter' };
  if (given.size > 2) return { refused: 'unknown_parameter' };
  if (!ARTIFACT_ID.test(artifactId)) return { refused: 'malformed_artifact_id' };
  return uri === `${PREFIX}v=1&artifact_id=${artifactId}`
    ? { artifactId }
    : { refused: 'not_a_handoff' };
}

function pairOf(text: string): [name: string, value: string] {
  const [name = '', ...rest] = text.split('=');
  return [name, rest.join('=')];
}
