export { holdMod } from './align-mod.js';
export { dependenciesByVersion } from './list-dependencies.js';
export { ModVersionsResolver } from './mod-versions.resolver.js';
export { publicationOf } from './publication.js';
export { removeVersions } from './remove-versions.js';
export { Dependency, ModVersion } from './version.type.js';
export { VERSION_AS_JSON, type VersionJson, versionOfJson } from './version-as-json.js';
export { VersionLifecycleResolver } from './version-lifecycle.resolver.js';
export { VersionsResolver } from './versions.resolver.js';
