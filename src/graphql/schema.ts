import 'reflect-metadata';
import { extractExtensionsFromSchema, makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { buildSchemaSync, createResolversMap, type NonEmptyArray } from 'type-graphql';
import { AccountsResolver } from '../modules/accounts/index.js';
import { AgentResolver } from '../modules/agent/index.js';
import { AppsResolver } from '../modules/apps/index.js';
import { ArtifactsResolver } from '../modules/artifacts/index.js';
import { AuditResolver } from '../modules/audit/index.js';
import { CatalogResolver } from '../modules/catalog/index.js';
import { AccountKeysResolver, CredentialsResolver } from '../modules/credentials/index.js';
import { DownloadsResolver } from '../modules/downloads/index.js';
import { EntitlementsResolver } from '../modules/entitlements/index.js';
import { MeResolver } from '../modules/me/index.js';
import { MediaResolver } from '../modules/media/index.js';
import { ModsResolver } from '../modules/mods/index.js';
import { PlansResolver } from '../modules/plans/index.js';
import { ReferencesResolver } from '../modules/references/index.js';
import { RescansResolver } from '../modules/rescans/index.js';
import { SafetyResolver } from '../modules/safety/index.js';
import { SearchResolver } from '../modules/search/index.js';
import { TeamsResolver } from '../modules/teams/index.js';
import { ReviewsResolver, UploadsResolver } from '../modules/uploads/index.js';
import {
  ModVersionsResolver,
  VersionLifecycleResolver,
  VersionsResolver,
} from '../modules/versions/index.js';
import { WebhooksResolver } from '../modules/webhooks/index.js';
import { withLowerCaseIds } from './lower-case-ids.js';
import { notingRefusals } from './refused-writes.js';

type ResolverClass = new () => object;

/** All resolvers of the domain. Clients cannot reach a module without a resolver here. */
const RESOLVERS: NonEmptyArray<ResolverClass> = [
  CatalogResolver,
  SearchResolver,
  ModsResolver,
  VersionsResolver,
  VersionLifecycleResolver,
  ModVersionsResolver,
  ArtifactsResolver,
  MediaResolver,
  UploadsResolver,
  ReferencesResolver,
  ReviewsResolver,
  SafetyResolver,
  RescansResolver,
  TeamsResolver,
  AuditResolver,
  PlansResolver,
  DownloadsResolver,
  EntitlementsResolver,
  AgentResolver,
  AppsResolver,
  CredentialsResolver,
  AccountKeysResolver,
  WebhooksResolver,
  MeResolver,
  AccountsResolver,
];

/**
 * Builds the executable schema, with types and fields in alphabetical order. Validation happens
 * once, when the first operation is compiled, and not for each intermediate schema.
 */
export function buildDomainSchema(): GraphQLSchema {
  const declared = buildSchemaSync({ resolvers: RESOLVERS, validate: false, skipCheck: true });
  const schema = makeExecutableSchema({
    typeDefs: printSchema(declared),
    assumeValidSDL: true,
    resolvers: createResolversMap(declared),
    // The schema language cannot express what `@Extensions` and `@CheckedBy` add.
    schemaExtensions: extractExtensionsFromSchema(declared),
  });
  return withLowerCaseIds(notingRefusals(lexicographicSortSchema(schema)));
}
