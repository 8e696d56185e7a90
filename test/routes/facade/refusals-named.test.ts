import { describe, expect, it } from 'vitest';
import { detailOf, LOCALES, type Locale } from '../../../src/registry/error-texts.js';
import { isErrorCode } from '../../../src/registry/errors.js';
import { refusal } from '../../publishing.js';
import { everyNth } from '../../rounds.js';
import { alice, mallory, useExternalFiles } from '../publishing/external-files.js';
import * as limits from './refused-limits.js';
import * as scenes from './refused-scenes.js';
import * as states from './refused-states.js';

await useExternalFiles();

/** Sends a refused request in one language. */
function send({ by, method = 'POST', path, body, headers }: scenes.Scene, locale: Locale) {
  const more = { ...headers, 'Accept-Language': locale };
  if (method === 'POST') return by.post(path, body, more);
  return by.request(method, path, { body, headers: more });
}

type Row = readonly [title: string, status: string, scene: () => Promise<scenes.Scene>];

const ROWS: readonly Row[] = [
  [
    'a taken version string',
    '409 duplicate_version',
    () => scenes.takenVersion(['fabric', 'forge']),
  ],
  [
    'a version string taken for all loaders',
    '409 duplicate_version',
    () => scenes.takenVersion([]),
  ],
  ['loaders that another version has', '409 duplicate_version', scenes.takenByChange],
  [
    'a game version in a new version',
    '422 unsupported_version',
    () => scenes.unknownGameVersion('POST'),
  ],
  [
    'a game version in a change',
    '422 unsupported_version',
    () => scenes.unknownGameVersion('PATCH'),
  ],
  ['a member fixed by publication', '409 invalid_state', scenes.fixedMember],
  ['a publication without a main file', '409 version_not_ready', scenes.withoutMainFile],
  ['a publication beside a scan', '409 version_not_ready', () => scenes.withUpload('scanning')],
  [
    'a publication beside a review',
    '409 version_not_ready',
    () => scenes.withUpload('quarantined'),
  ],
  ['a second publication', '409 version_not_ready', scenes.publishedTwice],
  ['a publication without a SHA-256', '409 missing_sha256', () => scenes.undigested('publish')],
  ['a download without a SHA-256', '409 missing_sha256', () => scenes.undigested('resolve')],
  ['an upload beside one in checks', '409 invalid_state', () => scenes.besideChecks('reserve')],
  ['a completion beside one in checks', '409 invalid_state', () => scenes.besideChecks('complete')],
  ['an external file of a paid mod', '403 forbidden', scenes.externalOfPaid],
  [
    'a registered source of the own team',
    '409 source_already_imported',
    () => scenes.importedTwice(alice),
  ],
  [
    'a registered source of another team',
    '409 source_already_imported',
    () => scenes.importedTwice(mallory),
  ],
  ['an unknown scope of a key', '400 invalid_scope', () => scenes.keyScope('versions:wirte')],
  ['a scope that no key may have', '403 invalid_scope', () => scenes.keyScope('admin:*')],
  ['a picture for a full gallery', '409 invalid_state', limits.fullGallery],
  ['the deletion of a fallback cover', '409 invalid_state', () => limits.managedBy('service')],
  ['the deletion of a team picture', '409 invalid_state', () => limits.managedBy('uploader')],
  ['a key beyond the limit', '409 invalid_state', limits.mostKeys],
  ['a second rotation of a key', '409 invalid_state', limits.rotatedTwice],
  ['the removal of the last owner', '409 invalid_state', limits.lastOwner],
  ['a delivery to a disabled subscription', '409 invalid_state', limits.disabledSubscription],
  [
    'a file without a SHA-256',
    '400 missing_sha256',
    () => states.declaredWith({ expectedHashes: {} }, ['expectedHashes.sha256']),
  ],
  [
    'a file with another extension',
    '400 unsupported_archive_extension',
    () => states.declaredWith({ filename: 'mod.exe' }, ['filename', '.zip']),
  ],
  [
    'a file without bytes',
    '400 invalid_size',
    () => states.declaredWith({ sizeBytes: 0 }, ['sizeBytes']),
  ],
  ['a completion after an abort', '409 session_not_uploading', states.abortedUpload],
  ['an abort of a ready upload', '409 session_not_abortable', states.readyUploadAborted],
  ['parts of a single PUT', '400 invalid_parts', states.partsOfOnePut],
  ['an impossible part number', '400 invalid_part_numbers', states.impossiblePart],
  ['an incomplete list of parts', '400 invalid_parts', () => states.partsMissing('unnamed')],
  ['a part that never arrived', '409 invalid_parts', () => states.partsMissing('unsent')],
  ['a withdrawal of a draft', '409 invalid_state_transition', states.draftWithdrawn],
  ['a write by a stranger', '403 forbidden', () => states.closedMod('stranger')],
  [
    'a write by a key for another mod',
    '403 resource_scope_denied',
    () => states.closedMod('other key'),
  ],
  ['a write to a deleted mod', '410 gone', () => states.closedMod('owner')],
  ['a new mod by a limited key', '403 resource_scope_denied', states.modOfLimitedKey],
  ['a file of an unknown provider', '400 provider_unsupported', states.unknownProvider],
  [
    'a body of another type',
    '400 invalid_request',
    async () => states.undeclaredBody({ 'Content-Type': 'text/plain' }, 'application/json'),
  ],
  [
    'a compressed body',
    '400 invalid_request',
    async () => states.undeclaredBody({ 'Content-Encoding': 'gzip' }, 'Content-Encoding'),
  ],
];

describe('details of refusals', () => {
  it.each(everyNth(ROWS, 16))(
    'the refusal of %s names its cause (%s)',
    async (_title, expected, prepare) => {
      const scene = await prepare();
      for (const locale of LOCALES) {
        const answer = await send(scene, locale);
        expect(refusal(answer)).toBe(expected);
        const { code, detail } = answer.body;
        for (const name of scene.names) {
          const isNamed = name.split('|').some((word) => detail.includes(word));
          expect([detail, isNamed && name]).toEqual([detail, name]);
        }
        for (const secret of scene.hides ?? []) expect(detail).not.toContain(secret);
        expect(isErrorCode(code) && detailOf(code, locale)).not.toBe(detail);
      }
    },
  );

  it.each(['mods:wirte', 'admin:*'])(
    'the refusal of an application with the scope %s names it',
    async (scope) => {
      const answer = await scenes.registered(alice.userId, ['mods:read', scope]);
      const [error] = answer.body.errors;
      expect(error.extensions).toMatchObject({ code: 'invalid_scope', status: 400 });
      expect(error.message).toContain(`"${scope}"`);
      expect(error.message).not.toContain('mods:read');
    },
  );

  it.each([
    ['an application beyond the limit', limits.mostApps, [/\b25\b/, /delete one/]],
    ['blocked bytes under another name', () => limits.blockedTwice('First'), [/"First"/, /remove/]],
    ['a blocked hash beyond the limit', limits.fullBlocklist, [/\b10000\b/, /remove/]],
    ['a synonym group beyond the limit', states.fullSynonyms, [/\b300\b/, /remove a group/]],
    ['a change of a disabled application', states.disabledApp, [/disabled/, /ask an admin/]],
    ['a submission without a sensitive scope', states.nothingToReview, [/scope/, /add/]],
    ['a new secret of a public application', states.publicSecret, [/public/, /confidential/]],
    [
      'a rotation of no account key',
      states.withoutAccountKey,
      [/no account key/, /openAccountKey/],
    ],
    ['an approval of a ready upload', states.decidedUpload, [/"ready"/, /read/]],
    [
      'an approval of a claimed upload',
      () => states.claimedUpload('approveUpload'),
      [/Another moderator/, /take it over/],
    ],
    [
      'a claim of a claimed upload',
      () => states.claimedUpload('claimUploadReview'),
      [/Another moderator/, /take it over/],
    ],
    [
      'a release of another claim',
      () => states.claimedUpload('releaseUploadReview'),
      [/not claimed this upload/, /claim it first/],
    ],
    ['a clearance of clean bytes', states.cleanBytes, [/"sealed"/, /"unsafe"/, /check/]],
  ] as const)('the refusal of %s names its cause and cure', async (_title, send, named) => {
    const [error] = (await send()).body.errors;
    expect(error.extensions).toMatchObject({ code: 'invalid_state', status: 409 });
    for (const text of named) expect(error.message).toMatch(text);
  });

  it.each([
    ['a decision without a review', states.noReview, [/review/, /submit it first/]],
    ['the end of no takedown', states.notTakenDown, [/took the version down/]],
  ] as const)('the refusal of %s names its cause and cure', async (_title, send, named) => {
    const [error] = (await send()).body.errors;
    expect(error.extensions).toMatchObject({ code: 'invalid_state_transition', status: 409 });
    for (const text of named) expect(error.message).toMatch(text);
  });

  it('the refusal of a costly operation names its cost and the limit', async () => {
    const [error] = (await states.costly()).body.errors;
    expect(error.extensions).toMatchObject({ code: 'invalid_request', status: 400 });
    expect(error.message).toMatch(/costs at least \d+, and the limit is \d+; ask for fewer/);
  });

  it('the refusal of an approved scope that does not wait for a review names it', async () => {
    const [error] = (await scenes.approved('files:upload')).body.errors;
    expect(error.extensions).toMatchObject({ code: 'invalid_scope', status: 400 });
    expect(error.message).toContain('"files:upload"');
    expect(error.message).not.toContain('mods:write');
  });
});
