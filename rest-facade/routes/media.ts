import { LIMITS } from '../../src/registry/limits.js';
import { created, noContent, okList, okOrCreated, type Routes, route } from '../route.js';
import { modRefusals, modRouteDefaults } from './mod-routes.js';

const IMAGE_MIB = LIMITS.imageBytes / 1024 ** 2;
const IMAGE_MEGAPIXELS = LIMITS.imagePixels / 1e6;

/** Pictures of mods (Spec 4.3). */
export const mediaRoutes: Routes = {
  listModMedia: route({
    ...modRouteDefaults,
    method: 'GET',
    path: '/mods/{mod_id}/media',
    summary: 'List the pictures of a mod',
    description:
      'Lists the cover, the fallback cover and the gallery in the order in which they were ' +
      'added. `position` orders the gallery. All team members can read the list. Replaced ' +
      'covers are not listed.',
    rate: 'account',
    idempotency: 'none',
    bind: { modId: 'path.mod_id', cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    statements: 3,
    errors: ['not_found', 'gone', 'forbidden', 'resource_scope_denied'],
  }),
  addModMedia: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/media',
    summary: 'Add a picture to a mod',
    description:
      `Adds a picture. Send a form with two parts, in any order: \`file\`, a PNG, JPEG or WebP of at most ${IMAGE_MIB} MiB ` +
      `and ${IMAGE_MEGAPIXELS} megapixels, ` +
      'and `metadata`, JSON. The service encodes the pixels again and stores a WebP: ' +
      `upright, in sRGB, at most ${LIMITS.imageSidePixels} pixels on its longer side, without metadata, with smaller ` +
      '`variants`. Animations are refused; of an animated PNG, the still picture is stored. ' +
      'A faulty picture returns 422 `validation_failed` for `file`: `invalid_type` if it is in ' +
      'no accepted format or differs from the type of its part, `too_large`, `not_allowed` for ' +
      'an animation, `invalid_format` if it is damaged. A new cover replaces the previous one, ' +
      "whose `url` keeps working. Needs the mod's `ETag`. The response has the next `ETag`, so " +
      'you can add several pictures in sequence.',
    precondition: 'required',
    idempotency: 'required',
    body: {
      names: 'snake',
      form: {
        file: {
          part: 'file',
          types: ['image/png', 'image/jpeg', 'image/webp'],
          limitBytes: LIMITS.imageBytes,
        },
        metadata: 'metadata',
        ahead: {
          operation: 'readMayAddMedia',
          bind: { modId: 'path.mod_id', expectedEtag: 'ifMatch' },
        },
      },
    },
    bind: { modId: 'path.mod_id', file: 'file', input: 'body', expectedEtag: 'ifMatch' },
    reply: created(),
    replay: {
      how: 'stored',
      operation: 'readAddedMedia',
      bind: { modId: 'path.mod_id', id: 'effect' },
    },
    statements: 26,
    errors: [...modRefusals, 'invalid_metadata', 'validation_failed', 'invalid_state'],
  }),
  deleteModMedia: route({
    ...modRouteDefaults,
    method: 'DELETE',
    path: '/mods/{mod_id}/media/{media_id}',
    summary: 'Delete a picture that an importer manages',
    description:
      'Deletes a picture that was sent with `managed_by: importer`, permanently. From then ' +
      'on, its `url` returns 410, though caches may still have it. Any other picture ' +
      'returns `invalid_state`. If it was the cover, the fallback cover replaces it. A ' +
      'published mod without a fallback cover keeps its cover (`cover_required`).',
    bind: { modId: 'path.mod_id', id: 'path.media_id' },
    reply: noContent(),
    replay: 'empty',
    statements: 23,
    errors: [...modRefusals, 'invalid_state', 'cover_required'],
  }),
  createModFallbackCover: route({
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/media:fallback',
    summary: 'Generate a cover for a mod',
    description:
      'Draws a picture from the id of the mod, and makes it the cover if the mod has none. ' +
      'A repeated request returns 200 with the same picture.',
    bind: { modId: 'path.mod_id' },
    reply: okOrCreated({ created: '_created' }),
    replay: {
      how: 'stored',
      operation: 'readModPicture',
      bind: { modId: 'path.mod_id', id: 'effect' },
      // The picture does not show whether the write created it: without a stored response, a replay
      // sends 201, even if the first response was 200.
      reply: created(),
    },
    statements: 23,
    errors: [...modRefusals],
  }),
};
