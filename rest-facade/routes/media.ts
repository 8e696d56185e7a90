import { LIMITS } from '../../src/registry/limits.js';
import { created, noContent, okList, okOrCreated, type Routes, route } from '../route.js';
import { mods, ofMod } from './mod-write.js';

const IMAGE_MIB = LIMITS.imageBytes / 1024 ** 2;
const IMAGE_MEGAPIXELS = LIMITS.imagePixels / 1e6;

/** Pictures of mods (Spec 4.3). */
export const mediaRoutes: Routes = {
  listModMedia: route({
    ...mods,
    method: 'GET',
    path: '/mods/{mod_id}/media',
    summary: 'List the pictures of a mod',
    description:
      'The cover, the fallback cover and the gallery, in the order in which they were added; ' +
      '`position` orders the gallery. Every member of the team may read it. Covers that others ' +
      'took the place of are not listed.',
    rate: 'account',
    idempotency: 'none',
    bind: { modId: 'path.mod_id', cursor: 'query.cursor', limit: 'query.limit' },
    reply: okList(),
    errors: ['not_found', 'gone', 'forbidden', 'resource_scope_denied'],
  }),
  addModMedia: route({
    ...mods,
    method: 'POST',
    path: '/mods/{mod_id}/media',
    summary: 'Give a mod a picture',
    description:
      `Takes a form of two parts, in either order: \`file\`, a PNG, JPEG or WebP of at most ${IMAGE_MIB} MiB ` +
      `and ${IMAGE_MEGAPIXELS} megapixels, ` +
      'and `metadata`, JSON. What is kept is a WebP made anew of the pixels: ' +
      `upright, in sRGB, at most ${LIMITS.imageSidePixels} pixels on its longer side, without metadata, with smaller ` +
      '`variants`. Animations are refused; of an animated PNG the still picture is kept. ' +
      'What is wrong with a picture is 422 `validation_failed` about `file`: `invalid_type` where it ' +
      'is none of the three or not what its part says, `too_large`, `not_allowed` for an ' +
      'animation, `invalid_format` where it is damaged. A cover takes the place of the one ' +
      'before, whose `url` goes on answering. It needs the `ETag` of the mod; the answer has the ' +
      'next one, so that one picture can follow another.',
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
    errors: [...ofMod, 'invalid_metadata', 'validation_failed', 'invalid_state'],
  }),
  deleteModMedia: route({
    ...mods,
    method: 'DELETE',
    path: '/mods/{mod_id}/media/{media_id}',
    summary: 'Delete a picture that an importer manages',
    description:
      'Deletes a picture that was sent with `managed_by: importer`, for good: its `url` answers 410 ' +
      'from then on, though caches may keep it. Any other is `invalid_state`. Where it was the ' +
      'cover, the fallback cover follows it; a mod that was published and has none keeps its ' +
      'cover (`cover_required`).',
    bind: { modId: 'path.mod_id', id: 'path.media_id' },
    reply: noContent(),
    replay: 'empty',
    errors: [...ofMod, 'invalid_state', 'cover_required'],
  }),
  createModFallbackCover: route({
    ...mods,
    method: 'POST',
    path: '/mods/{mod_id}/media:fallback',
    summary: 'Give a mod the cover that follows from its id',
    description:
      'Draws a picture that follows from the id of the mod, and makes it the cover where ' +
      'there is none. Asked again, it answers 200 with the same picture.',
    bind: { modId: 'path.mod_id' },
    reply: okOrCreated({ created: '_created' }),
    replay: {
      how: 'stored',
      operation: 'readModPicture',
      bind: { modId: 'path.mod_id', id: 'effect' },
      // A successful write creates the picture, unless two requests do so at once.
      reply: created(),
    },
    errors: [...ofMod],
  }),
};
