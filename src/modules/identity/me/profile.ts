import { Field, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import type { UserModel } from '../../../platform/database/generated/models.js';
import { enqueue } from '../../../platform/queue/queue.port.js';
import { PAGE_ADDRESSES } from '../../../registry/addresses.js';
import { hasReordering } from '../../../registry/author-texts.js';
import { problem } from '../../../registry/errors.js';
import { LIMITS } from '../../../registry/limits.js';
import { requireUser } from '../../../request/authorize.js';
import { CheckedBy, checked } from '../../../request/checked.js';
import type { RequestContext } from '../../../request/context.js';
import { audit } from '../../../request/outbox.js';
import { wholeAccountOnly } from '../../../request/refusals.js';
import { displayName, showsHost } from '../../../request/texts.js';
import { markUnchanged, transact } from '../../../request/transact.js';
import { differing } from '../../../request/validator.js';
import { UserAccount } from '../accounts/account.type.js';

/** The profile of an account. */
@ObjectType({ simpleResolvers: true })
export class Profile extends UserAccount {
  @Field(() => Boolean, { description: 'Whether mods link to the profile.' })
  readonly profileOpen!: boolean;

  @Field(() => String)
  readonly locale!: string;
}

/** The text about a user, in Markdown. An empty text becomes null. */
const bioText = z
  .string()
  .trim()
  .max(LIMITS.bioCharacters)
  .refine((text) => !hasReordering(text))
  .transform((text) => text || null);

/**
 * A page of a user, as its normal form. The host shows readers where a link leads. So an address
 * with a user name before the host, without a domain, with a port or with invisible characters is
 * refused.
 */
const profileLink = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(LIMITS.urlCharacters)
  .refine((text) => showsHost(text) && new URL(text).port === '')
  .transform((text) => new URL(text).href);

/** The pages of a user; each once. */
const profileLinks = z
  .array(profileLink)
  .max(LIMITS.profileLinks)
  .transform((links) => [...new Set(links)]);

/** The rules of a change. Omitted fields stay unchanged. Of the fields, only `bio` may be null. */
const updateProfileSchema = z.object({
  displayName: displayName(z.string().trim().min(1).max(LIMITS.displayNameCharacters)).optional(),
  locale: z.enum(['en', 'ru', 'de']).optional(),
  profileOpen: z.boolean().optional(),
  bio: bioText.nullish(),
  links: profileLinks.optional(),
});

type ProfileChange = z.output<typeof updateProfileSchema>;

/** The fields of a profile that may be changed. */
@InputType()
@CheckedBy(updateProfileSchema)
export class UpdateProfileInput {
  @Field(() => String, { nullable: true, description: 'Shown with the mods of the account.' })
  readonly displayName?: string | null;

  @Field(() => String, { nullable: true, description: 'The language of pages and messages.' })
  readonly locale?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the account has a public profile, to which its mods link.',
  })
  readonly profileOpen?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: 'About the user, in Markdown. Null or an empty text removes it.',
  })
  readonly bio?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Pages of the user: up to five addresses with https.',
  })
  readonly links?: readonly string[] | null;
}

/** The columns of a profile. */
export const PROFILE = {
  id: true,
  username: true,
  displayName: true,
  profileOpen: true,
  locale: true,
  bio: true,
  profileLinks: true,
} as const;

/**
 * The profile of an account for its owner. If the profile is closed, the URL of its page is null,
 * but the bio and the links are present.
 */
export function presentProfile(
  { profileLinks: links, ...user }: Pick<UserModel, keyof typeof PROFILE>,
  publicUrl: string,
): Profile {
  return {
    ...user,
    links,
    profileUrl: user.profileOpen ? `${publicUrl}${PAGE_ADDRESSES.user(user.username)}` : null,
  };
}

/** The viewer's own profile. Throws `unauthorized`. */
export async function readProfile(ctx: RequestContext): Promise<Profile> {
  const { userId } = requireUser(ctx);
  const { db, publicUrl } = ctx.platform;
  const user = await db.user.findUnique({ where: { id: userId }, select: PROFILE });
  if (!user) throw problem('unauthorized');
  return presentProfile(user, publicUrl);
}

/**
 * Changes the given fields of the viewer's profile. Does nothing if no value differs. The documents
 * of the viewer's mods show the profile: the same transaction enqueues a job that updates them.
 * Spec 4.6. Throws `unauthorized`, `invalid_input`. Throws `resource_scope_denied` for a credential
 * that is limited to some mods, because a profile belongs to none of them.
 */
export async function updateProfile(
  ctx: RequestContext,
  input: UpdateProfileInput,
): Promise<Profile> {
  const { userId, credential } = requireUser(ctx);
  if (credential.modIds !== null) throw wholeAccountOnly();
  const profile = await readProfile(ctx);
  const changes = differing<ProfileChange>(profile, checked(updateProfileSchema, input));
  if (Object.keys(changes).length === 0) {
    await markUnchanged(ctx);
    return profile;
  }
  const { platform } = ctx;
  const { links, ...columns } = changes;
  const user = await transact(ctx, async (tx) => {
    const written = await tx.user.update({
      where: { id: userId },
      data: {
        ...columns,
        ...(links === undefined ? {} : { profileLinks: [...links] }),
        revision: { increment: 1 },
        updatedAt: platform.clock.now(),
      },
      select: PROFILE,
    });
    await audit(tx, ctx, {
      action: 'profile.updated',
      targetKind: 'user',
      targetId: userId,
      data: { fields: Object.keys(changes) },
    });
    await enqueue(tx, { kind: 'refresh-author', payload: { userId }, dedupeKey: userId });
    return written;
  });
  return presentProfile(user, platform.publicUrl);
}
