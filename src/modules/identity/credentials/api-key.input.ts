import { Field, ID, InputType } from 'type-graphql';
import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { KEY_SCOPES } from '../../../registry/scopes.js';
import { CheckedBy } from '../../../request/checked-by.js';
import { displayName } from '../../../request/texts.js';
import { ResourceType } from './api-key.type.js';

/** The schema of a new key (decisions, Identity). */
export const createApiKeySchema = z.object({
  name: displayName(z.string().trim().min(1).max(LIMITS.credentialNameCharacters)),
  scopes: z.array(z.string().meta({ enum: [...KEY_SCOPES] })).min(1),
  resourceGrants: z
    .array(z.object({ type: z.literal('mod'), id: z.string() }))
    .max(LIMITS.resourceGrantsPerCredential)
    .nullish(),
  expiresAt: z.date().nullish(),
});

/** A resource that a new key may use. */
@InputType()
export class ResourceGrantInput {
  @Field(() => ResourceType)
  readonly type!: ResourceType;

  @Field(() => ID)
  readonly id!: string;
}

/** A new key. */
@InputType()
@CheckedBy(createApiKeySchema)
export class CreateApiKeyInput {
  @Field(() => String)
  readonly name!: string;

  @Field(() => [String], {
    description: 'Only scopes that `getApiKeyCapabilities` reports as grantable.',
  })
  readonly scopes!: readonly string[];

  @Field(() => [ResourceGrantInput], {
    nullable: true,
    description: 'The mods that the key covers. None if empty or omitted.',
  })
  readonly resourceGrants?: readonly ResourceGrantInput[] | null;

  @Field(() => Date, {
    nullable: true,
    description: `At most ${LIMITS.apiKeyLifetimeSeconds / 86_400} days ahead. The latest possible time if omitted.`,
  })
  readonly expiresAt?: Date | null;
}
