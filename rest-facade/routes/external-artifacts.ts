import { accepted, ok, type Routes, route } from '../route.js';
import { modRefusals, modRouteDefaults } from './mod-routes.js';

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
    ...modRouteDefaults,
    method: 'POST',
    path: '/mods/{mod_id}/versions/{version_id}/external-artifact',
    summary: 'Register a file that another service hosts',
    description:
      'Gives a version a file that GitHub, Modrinth, Hangar or Codeberg hosts. Name the ' +
      "file by the provider's ids, never by an address. The mod must be public. The server " +
      'does not trust the declared values: it fetches the file, compares size and digests, ' +
      'and inspects it like an upload. Only then is the version `ready`. Poll ' +
      '`status_resource` until `state` is `verified`. `locator` has exactly the members of ' +
      'its provider: a tag, a branch, an address or any other member returns ' +
      '`locator_invalid`. A source can be registered once while its reference exists. If ' +
      'the feature or the provider is disabled, the response is `feature_disabled`.',
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
    statements: 16,
    errors: [...modRefusals, ...ofReference],
  }),
  getExternalArtifactValidationJob: route({
    method: 'GET',
    path: '/external-artifact-validation-jobs/{validation_job_id}',
    tag: 'publishing',
    rate: 'catalog-read',
    idempotency: 'none',
    precondition: 'none',
    cache: 'private',
    summary: 'Read the state of an external file',
    description:
      'Returns the state of an external file to the team of the mod: `pending`, ' +
      '`processing`, then `verified`, or `rejected` or `failed` with the reason in ' +
      '`terminal_reason`. If the worker is disabled, the store or the antivirus is unavailable, or the ' +
      'provider asks to wait, the state stays and no attempt is counted. If the provider keeps asking to wait, the ' +
      'state becomes `failed` after one day at most.',
    bind: { id: 'path.validation_job_id' },
    reply: ok(),
    statements: 5,
    errors: ['not_found', 'gone', 'resource_scope_denied'],
  }),
};
