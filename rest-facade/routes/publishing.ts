import { created, ok, type Routes, route } from '../route.js';
import { mods, modWrite, ofMod } from './mod-write.js';

const versions = { ...modWrite, scopes: ['versions:write'] } as const;

/** The replay of a write of a mod or a version whose response was not stored. */
const readMod = <S extends string>(id: S) =>
  ({ how: 'stored', operation: 'readModDraft', bind: { id } }) as const;
const readVersion = <S extends string>(versionId: S) =>
  ({
    how: 'stored',
    operation: 'readVersionDraft',
    bind: { modId: 'path.mod_id', versionId },
  }) as const;

/** Drafts, versions and publication (Spec 4.3). */
export const publishingRoutes: Routes = {
  createModDraft: route({
    ...mods,
    method: 'POST',
    path: '/mods',
    summary: 'Make the draft of a mod',
    description:
      'Makes a mod that only its team sees. It needs a game, a title and a description; a ' +
      'cover, a version and a file follow before it can be published.',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created({ location: '/mods/{id}' }),
    replay: readMod('effect'),
    // `not_found` and `gone` are for a replay whose mod went meanwhile.
    errors: ['invalid_metadata', 'resource_scope_denied', 'not_found', 'gone'],
  }),
  updateModDraft: route({
    ...mods,
    method: 'PATCH',
    path: '/mods/{mod_id}',
    summary: 'Change a mod',
    description:
      'Changes what is sent and leaves the rest; null empties what may be empty. It needs ' +
      'the `ETag` of a read with the same credential, and works on drafts and on ' +
      'published mods.',
    precondition: 'required',
    body: { names: 'snake' },
    bind: { id: 'path.mod_id', input: 'body', expectedEtag: 'ifMatch' },
    reply: ok(),
    replay: readMod('path.mod_id'),
    errors: [...ofMod, 'invalid_metadata'],
  }),
  createModVersion: route({
    ...versions,
    method: 'POST',
    path: '/mods/{mod_id}/versions',
    summary: 'Make the draft of a version',
    description:
      'Makes the draft of a version with what it runs on and what it depends on. Its file ' +
      'comes by an upload that names it.',
    body: { names: 'snake' },
    bind: { modId: 'path.mod_id', input: 'body' },
    reply: created({ location: '/mods/{mod_id}/versions/{id}' }),
    replay: readVersion('effect'),
    errors: [...ofMod, 'invalid_metadata', 'unsupported_version', 'duplicate_version'],
  }),
  updateModVersion: route({
    ...versions,
    method: 'PATCH',
    path: '/mods/{mod_id}/versions/{version_id}',
    summary: 'Change a version',
    description:
      'Changes what is sent and leaves the rest; once a version was published, only its changelog, ' +
      'dependencies and requirements. It needs the `ETag` of a read with the same credential.',
    precondition: 'required',
    body: { names: 'snake' },
    bind: {
      modId: 'path.mod_id',
      versionId: 'path.version_id',
      input: 'body',
      expectedEtag: 'ifMatch',
    },
    reply: ok(),
    replay: readVersion('path.version_id'),
    errors: [
      ...ofMod,
      'invalid_metadata',
      'unsupported_version',
      'duplicate_version',
      'invalid_state',
    ],
  }),
  publishModVersion: route({
    ...modWrite,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/publish',
    summary: 'Publish a version that is ready',
    description:
      'Brings out a version that is `ready`, and its mod with it if this is the first ' +
      'one; the mod needs a cover. While another file of it is scanned or reviewed it is ' +
      '`version_not_ready`: wait, or abort that upload. It is the same while a dependency is not ' +
      'published, and `detail` names its mod. The catalog shows it with the answer, ' +
      'search a few seconds later.',
    scopes: ['versions:publish'],
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    replay: readVersion('path.version_id'),
    errors: [...ofMod, 'version_not_ready', 'missing_sha256 409', 'cover_required'],
  }),
  rollbackModVersion: route({
    ...modWrite,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/rollback',
    summary: 'Go back behind a published version',
    description:
      'Withdraws a version that is published: its downloads answer 410, and the newest version ' +
      'that remains is the latest release. Without any other, the mod leaves the catalog until a ' +
      'version is published or restored. Files that were fetched before stay where they are.',
    scopes: ['versions:archive'],
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    replay: readVersion('path.version_id'),
    errors: [...ofMod, 'invalid_state_transition'],
  }),
};
