import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { TeamRole } from '../../../platform/database/generated/enums.js';
import type { ScopeKind } from '../../../registry/scopes.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';

/** The kinds of scopes that keys may have. */
const KeyScopeKind = { base: 'base', standard: 'standard', sensitive: 'sensitive' } as const;

registerEnumType(KeyScopeKind, { name: 'ScopeKind' });

/** A scope that keys may have. */
@ObjectType({ simpleResolvers: true })
export class KeyScope {
  @Field(() => String)
  readonly name!: string;

  @Field(() => KeyScopeKind)
  readonly kind!: Exclude<ScopeKind, 'internal'>;

  @Field(() => String, { description: 'A text about the scope, in the language of the caller.' })
  readonly description!: string;

  @Field(() => Boolean, { description: 'Whether this credential can create a key with the scope.' })
  readonly grantable!: boolean;

  @Field(() => Boolean, {
    description: 'Whether a second factor must have been confirmed within the last 15 minutes.',
  })
  readonly stepUpRequired!: boolean;
}

/** A mod that a key may be limited to. */
@ObjectType({ simpleResolvers: true })
export class KeyMod {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly slug!: string;

  @Field(() => LanguageMap)
  readonly title!: Texts;

  @Field(() => TeamRole, { description: 'The role of the caller in the team of the mod.' })
  readonly role!: TeamRole;
}

/** The limits of keys. */
@ObjectType({ simpleResolvers: true })
export class KeyLimits {
  @Field(() => Int)
  readonly keysMax!: number;

  @Field(() => Int, { description: 'The number of valid keys.' })
  readonly keysLiving!: number;

  @Field(() => Int)
  readonly nameCharactersMax!: number;

  @Field(() => Int)
  readonly resourceGrantsMax!: number;

  @Field(() => Int)
  readonly lifetimeSecondsMax!: number;

  @Field(() => Int, { description: 'How long a rotated key stays valid beside the new one.' })
  readonly rotationOverlapSeconds!: number;
}

/** The options for a new key (Spec 4.5). */
@ObjectType({ simpleResolvers: true })
export class ApiKeyCapabilities {
  @Field(() => [KeyScope])
  readonly scopes!: readonly KeyScope[];

  @Field(() => [KeyMod], { description: 'The newest mods. `listMyResources` lists all of them.' })
  readonly mods!: readonly KeyMod[];

  @Field(() => Boolean, { description: 'Whether the user has more mods than this list contains.' })
  readonly moreMods!: boolean;

  @Field(() => KeyLimits)
  readonly limits!: KeyLimits;
}
