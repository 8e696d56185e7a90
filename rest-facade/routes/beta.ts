import { ok, type Routes, route } from '../route.js';

const bulk = {
  method: 'POST',
  tag: 'beta',
  stage: 'beta',
  access: 'optional',
  scopes: ['mods:read'],
  rate: 'bulk',
  idempotency: 'none',
  precondition: 'none',
  cache: 'private',
  body: { names: 'snake' },
  bind: { input: 'body' },
  reply: ok(),
} as const;

/** What may still change, or go (Spec 9). */
export const betaRoutes: Routes = {
  lookupArtifacts: route({
    ...bulk,
    path: '/beta/artifacts:lookup',
    summary: 'Find files by their hashes',
    description:
      'Tells which published files have the bytes of up to 1,000 hashes, with their mods and ' +
      'versions, in the order of the request; a hash that nothing is published under is left out. ' +
      'It finds what the summary of a file shows to everybody, and nothing else, whoever asks. ' +
      'Several files may have the same bytes: at most five are named, what was published first ' +
      'comes first, and `has_more` says that there are others.',
    errors: [],
  }),
  checkUpdates: route({
    ...bulk,
    path: '/beta/updates:check',
    summary: 'See which installed files have newer versions',
    description:
      'Tells of up to 1,000 installed files, each named by its id or by a hash, whether their mods ' +
      'have something newer for this game version, loader and platform: the file that an install ' +
      'plan of that mod alone would choose. Items are answered one by one, in their order. A ' +
      'withdrawn file is recognised, and whatever fits takes its place; what is unsafe, hidden or ' +
      'of another game is `unknown`. What takes longer than two seconds is 422 `validation_failed` ' +
      'with the field code `too_complex`; ask about fewer files then.',
    errors: ['not_found', 'unsupported_version', 'validation_failed'],
  }),
};
