import { accepted, ok, type Routes, route } from '../route.js';
import { modWrite, ofMod } from './mod-write.js';

/** The refusals of an external file before anything is fetched. */
const ofReference = [
  'provider_unsupported',
  'locator_invalid',
  'source_already_imported',
  'feature_disabled',
  'missing_sha256 400',
  'invalid_sha256',
  'invalid_size',
  'archive_too_large',
  'unsupported_archive_extension',
  'archive_mime_mismatch',
  'invalid_metadata',
  'invalid_state',
] as const;

/** External files, and their examination (Spec 2.6, 4.3). */
export const externalArtifactRoutes: Routes = {
  registerExternalArtifact: route({
    ...modWrite,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/external-artifact',
    summary: 'Refer to a file that another service keeps',
    description:
      'Gives a version a file that GitHub, Modrinth, Hangar or Codeberg keeps, named by the ids ' +
      'that its provider gave it and never by an address. The mod has to be open to everybody. ' +
      'Nothing that is declared is believed: the server fetches the file, compares size and ' +
      'digests, inspects it like an upload, and only then the version is `ready`. Poll ' +
      '`status_resource` until `state` is `verified`. `locator` has exactly the members of its ' +
      'provider: a tag, a branch, an address or any other member is `locator_invalid`. A source is registered once as long as its ' +
      'reference lives. Both the feature and the provider may be switched off: `feature_disabled`.',
    scopes: ['files:reference'],
    idempotency: 'required',
    body: { names: 'snake' },
    ahead: { operation: 'readMayRegisterExternalArtifact', bind: { modId: 'path.mod_id' } },
    malformedMembers: { locator: 'locator_invalid' },
    bind: { modId: 'path.mod_id', versionId: 'path.version_id', input: 'body' },
    reply: accepted({ location: '/external-artifact-validation-jobs/{validation_job_id}' }),
    replay: {
      how: 'stored',
      operation: 'readExternalArtifact',
      bind: { validationJobId: 'effect' },
    },
    errors: [...ofMod, ...ofReference],
  }),
  getExternalArtifactValidationJob: route({
    method: 'GET',
    path: '/external-artifact-validation-jobs/{validation_job_id}',
    tag: 'publishing',
    access: 'required',
    rate: 'catalog-read',
    idempotency: 'none',
    precondition: 'none',
    cache: 'private',
    summary: 'See how the examination of an external file stands',
    description:
      'Tells the team of the mod how the examination of a file stands that another service keeps: ' +
      '`pending`, `processing`, then `verified`, or `rejected` or `failed` with the code of why in ' +
      '`terminal_reason`. While its worker is switched off, or the provider asks to wait, it stays ' +
      'as it is, and no attempt is spent; a provider that does not stop asking has it end as ' +
      '`failed` after a day at most.',
    scopes: ['files:reference'],
    bind: { id: 'path.validation_job_id' },
    reply: ok(),
    errors: ['not_found', 'gone', 'resource_scope_denied'],
  }),
};
