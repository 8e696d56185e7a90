import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked-by.js';
import { displayName } from '../../../request/texts.js';
import { PublicAccount } from '../accounts/account.type.js';

/** The profile of an account. */
@ObjectType({ simpleResolvers: true })
export class Profile extends PublicAccount {
  @Field(() => Boolean, { description: 'Whether mods link to the profile.' })
  readonly profileOpen!: boolean;

  @Field(() => String)
  readonly locale!: string;
}

/** The rules of a change. Omitted fields stay unchanged. */
export const updateProfileSchema = z.object({
  displayName: displayName(z.string().trim().min(1).max(LIMITS.displayNameCharacters)).optional(),
  locale: z.enum(['en', 'ru', 'de']).optional(),
  profileOpen: z.boolean().optional(),
});

/** The fields of a profile that may be changed. */
@InputType()
@CheckedBy(updateProfileSchema)
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: 'Shown with the mods of the account.' })
  readonly displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'The language of pages and messages.' })
  readonly locale?: string | null;

  @Field(() => Boolean, { nullable: true })
  readonly profileOpen?: boolean | null;
}
