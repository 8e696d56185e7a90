import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { z } from 'zod';
import { CiProvider } from '../../../platform/database/generated/enums.js';
import { LIMITS } from '../../../registry/limits.js';
import { CheckedBy } from '../../../request/checked.js';
import { pageType } from '../../../request/page.js';

/** The owner who configured a trusted publisher. */
@ObjectType({ simpleResolvers: true })
export class TrustedPublisherOwner {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;
}

/**
 * A workflow that may publish versions of a mod without a stored secret. `lastUsedAt` is null before
 * its first run.
 */
@ObjectType({
  simpleResolvers: true,
  description: 'A workflow that may publish versions of a mod without a stored secret.',
})
export class TrustedPublisher {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => String)
  readonly issuer!: string;

  @Field(() => CiProvider)
  readonly provider!: CiProvider;

  @Field(() => String)
  readonly repository!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The stable id of the repository; null until the owner of the mod or the first run sets it.',
  })
  readonly repositoryId!: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The stable id of the owner of the repository; null until the owner of the mod or the first run sets it.',
  })
  readonly repositoryOwnerId!: string | null;

  @Field(() => String)
  readonly workflow!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The environment that the job has to run in. Null if any will do, or none.',
  })
  readonly environment!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The branch or tag that the run has to be for. Null if any will do.',
  })
  readonly ref!: string | null;

  @Field(() => Boolean, {
    description:
      'False while the owner who configured it does not own the mod, is blocked or leaves the service, while the mod is deleted, and while the service does not trust the issuer.',
  })
  readonly active!: boolean;

  @Field(() => TrustedPublisherOwner, { description: 'The owner who configured it.' })
  readonly createdBy!: TrustedPublisherOwner;

  @Field(() => Date, {
    nullable: true,
    description: 'The last exchange of a token. Null before the first one.',
  })
  readonly lastUsedAt!: Date | null;

  @Field(() => Date)
  readonly createdAt!: Date;
}

/** One page of trusted publishers. */
export const TrustedPublisherPage = pageType('TrustedPublisherPage', () => TrustedPublisher);

const text = z.string().min(1).max(LIMITS.trustedPublisherCharacters);
const stableId = z.string().regex(/^\d{1,20}$/);

/** The formats of a new trusted publisher. The verb checks what depends on the provider. */
export const trustedPublisherSchema = z.object({
  issuer: text,
  repository: text.regex(/^[A-Za-z0-9_.-]+(?:\/[A-Za-z0-9_.-]+)+$/),
  repositoryId: stableId.nullish(),
  repositoryOwnerId: stableId.nullish(),
  workflow: text.regex(/^[A-Za-z0-9_.][A-Za-z0-9 _./-]*\.ya?ml$/),
  environment: text.regex(/^[^\p{C}]+$/u).nullish(),
  ref: text.regex(/^refs\/(?:heads|tags)\/[^\p{C}\s*]*\*?$/u).nullish(),
});

/** A new trusted publisher. */
@InputType()
@CheckedBy(trustedPublisherSchema)
export class TrustedPublisherInput {
  @Field(() => String, { description: 'One of the issuers that the service trusts.' })
  readonly issuer!: string;

  @Field(() => CiProvider, {
    nullable: true,
    description:
      'The form of the tokens. Default: `github` for an issuer of GitHub, `gitlab` for any other.',
  })
  readonly provider?: CiProvider | null;

  @Field(() => String, {
    description: '`owner/name` at GitHub, the path of the project at GitLab.',
  })
  readonly repository!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The stable id of the repository. By default, the first run sets it.',
  })
  readonly repositoryId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The stable id of the user, organization or group that owns the repository. By default, the first run sets it.',
  })
  readonly repositoryOwnerId?: string | null;

  @Field(() => String, {
    description:
      'The file of the workflow: `release.yml` for `.github/workflows/release.yml` at GitHub, the path such as `.gitlab-ci.yml` at GitLab.',
  })
  readonly workflow!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The environment that the job has to run in.',
  })
  readonly environment?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The branch or tag, such as `refs/heads/main`. A `*` at the end allows any continuation: `refs/tags/v*`.',
  })
  readonly ref?: string | null;
}
