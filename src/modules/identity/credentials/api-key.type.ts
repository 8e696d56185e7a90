import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { CredentialKind } from '../../../platform/database/generated/enums.js';
import { pageType } from '../../../request/page.type.js';
import { ApiKeyState } from './state.js';

registerEnumType(CredentialKind, { name: 'CredentialKind' });
registerEnumType(ApiKeyState, { name: 'ApiKeyState' });

/** The kinds of resources that a key may be limited to. */
export const ResourceType = { mod: 'mod' } as const;

/** One of them. */
export type ResourceType = keyof typeof ResourceType;

registerEnumType(ResourceType, { name: 'ResourceType' });

/** A resource that a credential may use. */
@ObjectType({ simpleResolvers: true })
export class ResourceGrant {
  @Field(() => ResourceType)
  readonly type!: ResourceType;

  @Field(() => ID)
  readonly id!: string;
}

/** A token or key for its owner (Spec 2.11). */
@ObjectType({
  simpleResolvers: true,
  description: 'A token or key, without its secret: nothing in it can be presented.',
})
export class ApiKey {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => CredentialKind)
  readonly kind!: CredentialKind;

  @Field(() => String)
  readonly name!: string;

  @Field(() => String, { description: 'How its secret begins.' })
  readonly displayPrefix!: string;

  @Field(() => String, { description: 'Tells two secrets apart; a SHA-256 in hex.' })
  readonly fingerprint!: string;

  @Field(() => [String])
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrant], {
    nullable: true,
    description: 'The mods that it reaches: an empty list is none, null is all mods of its user.',
  })
  readonly resourceGrants!: readonly ResourceGrant[] | null;

  @Field(() => ApiKeyState)
  readonly state!: ApiKeyState;

  @Field(() => Date, { nullable: true })
  readonly expiresAt!: Date | null;

  @Field(() => Date, { nullable: true, description: 'Up to a minute late.' })
  readonly lastUsedAt!: Date | null;

  @Field(() => ID, { nullable: true, description: 'The key whose place it took.' })
  readonly rotatedFromId!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'Where another took its place: until when it holds beside that one.',
  })
  readonly retiresAt!: Date | null;

  @Field(() => Date, { nullable: true })
  readonly revokedAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** A key with its secret, at the only time when it can be read. */
@ObjectType({ simpleResolvers: true })
export class CreatedApiKey extends ApiKey {
  @Field(() => String, { description: 'Shown this once: keep it now, or make another key.' })
  readonly secret!: string;
}

/** One page of keys. */
export const ApiKeyPage = pageType('ApiKeyPage', () => ApiKey);
