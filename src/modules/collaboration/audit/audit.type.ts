import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { AuditOutcome } from '../../../platform/database/generated/enums.js';
import { PageArgs, pageType } from '../../../request/page.js';
import { JsonObject } from '../../../request/scalars.js';

registerEnumType(AuditOutcome, { name: 'AuditOutcome' });

/** An audit entry. It holds no secrets, only their ids. */
@ObjectType({ simpleResolvers: true })
export class AuditEntry {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => Date)
  readonly recordedAt!: Date;

  @Field(() => String, {
    description:
      'The action, such as `version.published`. For a refused write, the name of the mutation.',
  })
  readonly action!: string;

  @Field(() => AuditOutcome)
  readonly outcome!: AuditOutcome;

  @Field(() => String, { nullable: true, description: 'The error code of a refused write.' })
  readonly code!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The account; null for operators, jobs and callers without an account.',
  })
  readonly actorId!: string | null;

  @Field(() => String, { nullable: true, description: 'The current name.' })
  readonly actorName!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'pat, api_key, account_key, oauth, session or operator.',
  })
  readonly credentialKind!: string | null;

  @Field(() => ID, { nullable: true })
  readonly credentialId!: string | null;

  @Field(() => String, { description: 'The kind of the target, such as `version`.' })
  readonly targetKind!: string;

  @Field(() => ID, { nullable: true })
  readonly targetId!: string | null;

  @Field(() => JsonObject)
  readonly data!: object;

  @Field(() => String, {
    nullable: true,
    description: 'The `X-Request-Id` of the response. For an operator, the command.',
  })
  readonly requestId!: string | null;
}

/** One page of the audit log. */
export const AuditEntryPage = pageType('AuditEntryPage', () => AuditEntry);

/** Filters of the audit log. */
@ArgsType()
export class AuditListArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'The account that acted.' })
  readonly actorId?: string | null;

  @Field(() => ID, { nullable: true, description: 'The target of the action.' })
  readonly targetId?: string | null;

  @Field(() => String, { nullable: true })
  readonly action?: string | null;

  @Field(() => AuditOutcome, { nullable: true })
  readonly outcome?: AuditOutcome | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly recordedAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly recordedBefore?: Date | null;
}
