export { versionById } from './get-version.js';
export { dependenciesByVersion } from './list-dependencies.js';
export { ModVersionsResolver } from './mod-versions.resolver.js';
export { publicationOf } from './publication.js';
export { Dependency, ModVersion } from './version.type.js';
export { VersionsResolver } from './versions.resolver.js';
