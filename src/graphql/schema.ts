import 'reflect-metadata';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type GraphQLSchema, lexicographicSortSchema } from 'graphql';
import { buildSchemaSync, type NonEmptyArray, type PubSub } from 'type-graphql';
import {
  CatalogResolver,
  ManagedGamesResolver,
  MediaResolver,
  ReportsResolver,
  ResourceCoverResolver,
  SearchAidsResolver,
  SearchResolver,
  StatisticsResolver,
  SynonymsResolver,
} from '../modules/catalog/index.js';
import {
  AuditResolver,
  ModChangesResolver,
  ModHistoryResolver,
  TeamsResolver,
  TrustedPublishersResolver,
} from '../modules/collaboration/index.js';
import {
  DownloadsResolver,
  EntitlementsResolver,
  PlansResolver,
} from '../modules/delivery/index.js';
import {
  AccountKeysResolver,
  AccountsResolver,
  AppsResolver,
  CredentialsResolver,
  ManagedUsersResolver,
  MeResolver,
} from '../modules/identity/index.js';
import {
  AgentResolver,
  DeliveryChangesResolver,
  SystemResolver,
  WebhooksResolver,
} from '../modules/integrations/index.js';
import {
  ArtifactsResolver,
  ModsResolver,
  ModVersionsResolver,
  ReferencesResolver,
  ReviewsResolver,
  TakedownsResolver,
  UploadChangesResolver,
  UploadsResolver,
  VersionLifecycleResolver,
  VersionsResolver,
} from '../modules/publishing/index.js';
import { RescansResolver, SafetyResolver } from '../modules/storage/index.js';
import { onceFor } from '../platform/concurrency.js';
import { recordRefusals, refuseChanges } from './guard-mutations.js';
import { guardSubscriptions } from './live/guard-subscriptions.js';
import { withLowerCaseIds } from './lower-case-ids.js';
import { traceRootFields } from './trace-operations.js';

type ResolverClass = new () => object;

/** All resolvers of the domain. Clients cannot reach a module without a resolver here. */
const RESOLVERS: NonEmptyArray<ResolverClass> = [
  CatalogResolver,
  SearchResolver,
  SearchAidsResolver,
  StatisticsResolver,
  SynonymsResolver,
  ManagedGamesResolver,
  ModsResolver,
  VersionsResolver,
  VersionLifecycleResolver,
  ModVersionsResolver,
  ArtifactsResolver,
  MediaResolver,
  ReportsResolver,
  ResourceCoverResolver,
  UploadsResolver,
  UploadChangesResolver,
  ReferencesResolver,
  ReviewsResolver,
  TakedownsResolver,
  SafetyResolver,
  RescansResolver,
  TeamsResolver,
  TrustedPublishersResolver,
  AuditResolver,
  PlansResolver,
  DownloadsResolver,
  EntitlementsResolver,
  AgentResolver,
  AppsResolver,
  CredentialsResolver,
  AccountKeysResolver,
  WebhooksResolver,
  DeliveryChangesResolver,
  SystemResolver,
  MeResolver,
  ModChangesResolver,
  ModHistoryResolver,
  AccountsResolver,
  ManagedUsersResolver,
];

/** The library requires it for subscriptions. Each subscription here names its own source. */
const NO_TOPICS: PubSub = {
  publish: unusedTopic,
  subscribe: unusedTopic,
};

function unusedTopic(): never {
  throw new Error('a subscription without a source');
}

/**
 * Builds the executable schema, with types and fields in alphabetical order. Its resolvers get ids
 * in lower case. Its mutations record forbidden calls, and refuse changes in read-only mode and
 * under overload. Its subscriptions check their access rule. Its root fields run in spans. All
 * services of a process use the same schema. It is validated only when the first operation is
 * compiled.
 */
export const buildDomainSchema: () => GraphQLSchema = onceFor(() => {
  const declared = buildSchemaSync({
    resolvers: RESOLVERS,
    validate: false,
    skipCheck: true,
    pubSub: NO_TOPICS,
  });
  // Takes the declared schema as it is: its types have their resolvers, and the extensions of
  // `@Extensions` and `@CheckedBy`, which the schema language cannot express.
  const schema = makeExecutableSchema({ typeDefs: declared, updateResolversInPlace: true });
  const guarded = guardSubscriptions(
    recordRefusals(refuseChanges(lexicographicSortSchema(schema))),
  );
  return traceRootFields(withLowerCaseIds(guarded));
});
