import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildHandoffUri, parseHandoffUri } from '../../src/registry/handoff-uri.js';

const ID = '0190c2a4-7d1e-7b3a-9c55-3f2a1b0c9d8e';
const URI = `service://download?v=1&artifact_id=${ID}`;
const TOKEN = `mpat_${'a'.repeat(12)}_${'b'.repeat(40)}`;

describe('a handoff to a mod manager (Spec 1)', () => {
  it('a handoff URI has the form of the contract and parses back', () => {
    expect(buildHandoffUri(ID)).toBe(URI);
    expect(parseHandoffUri(URI)).toEqual({ artifactId: ID });
  });

  it('every handoff URI parses back to its artifact id', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(parseHandoffUri(buildHandoffUri(id))).toEqual({ artifactId: id });
      }),
    );
  });

  it.each([ID.toUpperCase(), ID.replaceAll('-', ''), `{${ID}}`, `${ID} `, '', '..', `${ID}&v=2`])(
    'buildHandoffUri throws for a text that is no canonical UUID: %j',
    (id) => expect(() => buildHandoffUri(id)).toThrow(TypeError),
  );

  it.each([
    ['unknown_version', `service://download?v=2&artifact_id=${ID}`],
    ['unknown_version', `service://download?v=01&artifact_id=${ID}`],
    ['unknown_version', `service://download?v=&artifact_id=${ID}`],
    ['unknown_version', `service://download?v=2&artifact_id=${ID}&profile=main`],
    ['missing_parameter', 'service://download?v=1'],
    ['missing_parameter', `service://download?artifact_id=${ID}`],
    ['missing_parameter', 'service://download?'],
    ['repeated_parameter', `${URI}&v=1`],
    ['repeated_parameter', `${URI}&artifact_id=${ID}`],
    ['repeated_parameter', `service://download?v=1&v=2&artifact_id=${ID}`],
    ['unknown_parameter', `${URI}&profile=main`],
    ['unknown_parameter', `${URI}&`],
    ['unknown_parameter', `${URI}&token=${TOKEN}`],
    ['unknown_parameter', `${URI}&code=SplxlOBeZQQYbYS6WxSbIA`],
    ['unknown_parameter', `${URI}&url=https://example.com/mod.zip`],
    ['unknown_parameter', `${URI}&session=8f14e45f`],
    ['malformed_artifact_id', `service://download?v=1&artifact_id=${ID.toUpperCase()}`],
    ['malformed_artifact_id', `service://download?v=1&artifact_id=${ID.slice(1)}`],
    ['malformed_artifact_id', 'service://download?v=1&artifact_id=better-beds'],
    ['malformed_artifact_id', `service://download?v=1&artifact_id=${TOKEN}`],
    ['malformed_artifact_id', `${URI}#fragment`],
    ['malformed_artifact_id', `${URI}\n`],
    ['malformed_artifact_id', `service://download?v=1&artifact_id=%30${ID.slice(1)}`],
    ['malformed_artifact_id', 'service://download?v=1&artifact_id='],
    ['not_a_handoff', `service://download?artifact_id=${ID}&v=1`],
    ['not_a_handoff', `service://download/?v=1&artifact_id=${ID}`],
    ['not_a_handoff', `service://install?v=1&artifact_id=${ID}`],
    ['not_a_handoff', `service:download?v=1&artifact_id=${ID}`],
    ['not_a_handoff', `SERVICE://download?v=1&artifact_id=${ID}`],
    ['not_a_handoff', ` ${URI}`],
    ['not_a_handoff', `service://user:secret@download?v=1&artifact_id=${ID}`],
    ['not_a_handoff', `https://example.com/download?v=1&artifact_id=${ID}`],
    ['not_a_handoff', `http://127.0.0.1:4000/storage/abc?signature=def`],
    ['not_a_handoff', TOKEN],
    ['not_a_handoff', ID],
    ['not_a_handoff', ''],
    ['not_a_handoff', `${URI}&x=${'y'.repeat(1_000)}`],
  ])('parseHandoffUri refuses with %s: %s', (refused, text) => {
    expect(parseHandoffUri(text)).toEqual({ refused });
  });

  it('parseHandoffUri accepts no changed text of a handoff URI', () => {
    const changed = fc
      .record({ at: fc.nat(URI.length), drop: fc.nat(3), add: fc.string({ maxLength: 3 }) })
      .map(({ at, drop, add }) => URI.slice(0, at) + add + URI.slice(at + drop));
    fc.assert(
      fc.property(changed, (text) => {
        const handoff = parseHandoffUri(text);
        if ('artifactId' in handoff) expect(buildHandoffUri(handoff.artifactId)).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });
});
