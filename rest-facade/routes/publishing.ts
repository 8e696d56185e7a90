import { created, ok, type Routes, route } from '../route.js';
import { modRefusals, modRouteDefaults } from './mod-routes.js';

/**
 * The replay of a write of a mod: its stored response, or a new read of the mod if none was stored.
 * `id` is the source of the mod's id, such as `path.mod_id`.
 */
const replayOfMod = <S extends string>(id: S) =>
  ({ how: 'stored', operation: 'readModDraft', bind: { id } }) as const;
/** Like `replayOfMod`, for a write of a version. */
const replayOfVersion = <S extends string>(versionId: S) =>
  ({
    how: 'stored',
    operation: 'readVersionDraft',
    bind: { modId: 'path.mod_id', versionId },
  }) as const;

/** Drafts, versions and publication (Spec 4.3). */
export const publishingRoutes: Routes = {
  createModDraft: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods',
    summary: 'Create a mod draft',
    description:
      'Creates a mod that only its team can see. Needs a game, a title and a description. ' +
      'Add a cover, a version and a file before you publish it.',
    body: { names: 'snake' },
    bind: { input: 'body' },
    reply: created({ location: '/mods/{id}' }),
    replay: replayOfMod('effect'),
    statements: 26,
    // `not_found` and `gone` are for a replay after the mod was deleted or the caller lost access.
    errors: ['invalid_metadata', 'resource_scope_denied', 'not_found', 'gone'],
  }),
  updateModDraft: route({
    ...modRouteDefaults,
    method: 'PATCH',
    path: '/mods/{mod_id}',
    summary: 'Change a mod',
    description:
      'Changes the members that you send and keeps the rest; null clears optional members. ' +
      'Needs the `ETag` of a read with the same credential. Works on drafts and on ' +
      'published mods.',
    precondition: 'required',
    body: { names: 'snake' },
    bind: { id: 'path.mod_id', input: 'body', expectedEtag: 'ifMatch' },
    reply: ok(),
    replay: replayOfMod('path.mod_id'),
    statements: 25,
    errors: [...modRefusals, 'invalid_metadata'],
  }),
  createModVersion: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/versions',
    summary: 'Create a version draft',
    description:
      'Creates the draft of a version with its requirements and dependencies. To add its ' +
      'file, reserve an upload that names the version.',
    body: { names: 'snake' },
    bind: { modId: 'path.mod_id', input: 'body' },
    reply: created({ location: '/mods/{mod_id}/versions/{id}' }),
    replay: replayOfVersion('effect'),
    statements: 19,
    errors: [...modRefusals, 'invalid_metadata', 'unsupported_version', 'duplicate_version'],
  }),
  updateModVersion: route({
    ...modRouteDefaults,
    method: 'PATCH',
    path: '/mods/{mod_id}/versions/{version_id}',
    summary: 'Change a version',
    description:
      'Changes the members that you send and keeps the rest. After publication, only the ' +
      'changelog, dependencies and requirements can change. Needs the `ETag` of a read with ' +
      'the same credential.',
    precondition: 'required',
    body: { names: 'snake' },
    bind: {
      modId: 'path.mod_id',
      versionId: 'path.version_id',
      input: 'body',
      expectedEtag: 'ifMatch',
    },
    reply: ok(),
    replay: replayOfVersion('path.version_id'),
    statements: 14,
    errors: [
      ...modRefusals,
      'invalid_metadata',
      'unsupported_version',
      'duplicate_version',
      'invalid_state',
    ],
  }),
  publishModVersion: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/publish',
    summary: 'Publish a version',
    description:
      'Publishes a version that is `ready`, and its mod too if this is its first version. ' +
      'The mod needs a cover. While another file of the version is in a scan or a review, ' +
      'the response is `version_not_ready`: wait, or abort that upload. The same applies ' +
      'until the first check of an external file has ended, and while a dependency is ' +
      'unpublished; `detail` names the file or the mod. The catalog shows the ' +
      'version when the response arrives, search a few seconds later.',
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    replay: replayOfVersion('path.version_id'),
    statements: 40,
    errors: [...modRefusals, 'version_not_ready', 'missing_sha256 409', 'cover_required'],
  }),
  rollbackModVersion: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/rollback',
    summary: 'Roll back a published version',
    description:
      'Withdraws a published version: its downloads return 410, and the newest remaining ' +
      'version becomes the latest release. If none remains, the mod leaves the catalog ' +
      'until a version is published or restored. Files that users downloaded before are not ' +
      'affected.',
    bind: { modId: 'path.mod_id', versionId: 'path.version_id' },
    reply: ok(),
    replay: replayOfVersion('path.version_id'),
    statements: 27,
    errors: [...modRefusals, 'invalid_state_transition'],
  }),
};
