import { ArgsType, Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import { z } from 'zod';
import { ReportReason, ReportState } from '../../../platform/database/generated/enums.js';
import { hasReordering } from '../../../registry/author-texts.js';
import { LIMITS } from '../../../registry/limits.js';
import { REPORT_REASONS } from '../../../registry/reviews.js';
import { CheckedBy } from '../../../request/checked.js';
import { PageArgs, pageType } from '../../../request/page.js';
import { LanguageMap, type Texts } from '../../../request/scalars.js';

registerEnumType(ReportReason, { name: 'ReportReason' });
registerEnumType(ReportState, {
  name: 'ReportState',
  description: '`open` and `appealed` wait for a decision. A decision about an appeal is final.',
});

/** A text of a person about a report, without characters that reorder what people read. */
export const reportText = z
  .string()
  .trim()
  .min(1)
  .max(LIMITS.reportCharacters)
  .refine((text) => !hasReordering(text));

/** The rules for a new report. */
export const reportSchema = z.object({
  modId: z.string(),
  reason: z.enum(REPORT_REASONS),
  text: reportText,
  email: z.email().max(254).nullish(),
});

/** A new report of a mod. */
@InputType()
@CheckedBy(reportSchema)
export class ReportModInput {
  @Field(() => ID)
  readonly modId!: string;

  @Field(() => ReportReason)
  readonly reason!: ReportReason;

  @Field(() => String, { description: 'The fault, and where to see it.' })
  readonly text!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'For a report outside of a browser session: the address that gets the outcome by mail. It is deleted with the decision, and after 180 days without one. In a browser session, the outcome goes to the address of the account.',
  })
  readonly email?: string | null;
}

/** A user in the queue of reports. */
@ObjectType({ simpleResolvers: true })
export class ReportPerson {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly username!: string;
}

/**
 * The facts of a report that the team of the mod may know: not its reporter, nor the words of the
 * reporter. The members about a decision are null before it, and those about the appeal without one.
 */
@ObjectType({ simpleResolvers: true, description: 'A report of a mod, as its team sees it.' })
export class ReportDecision {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ID)
  readonly modId!: string;

  @Field(() => LanguageMap)
  readonly modTitle!: Texts;

  @Field(() => ReportReason)
  readonly reason!: ReportReason;

  @Field(() => ReportState)
  readonly state!: ReportState;

  @Field(() => String, {
    nullable: true,
    description: "The moderator's reason for the decision. Null before it.",
  })
  readonly statement!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When a moderator decided about the report. Null before.',
  })
  readonly decidedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The appeal of the team. Null without one.' })
  readonly appeal!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The reason for the decision about the appeal. Null before it.',
  })
  readonly appealStatement!: string | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When a moderator decided about the appeal. Null before.',
  })
  readonly appealDecidedAt!: Date | null;

  /** Null unless the report is upheld and not yet appealed. An appeal is possible until then. */
  @Field(() => Date, {
    nullable: true,
    description:
      'An appeal is possible until then. Null unless the report is upheld and not yet appealed.',
  })
  readonly appealUntil!: Date | null;
}

/** A report in the queue of the moderators. */
@ObjectType({ simpleResolvers: true, description: 'A report of a mod, for moderators.' })
export class ModReport extends ReportDecision {
  @Field(() => String)
  readonly modSlug!: string;

  @Field(() => String)
  readonly text!: string;

  @Field(() => ReportPerson, {
    nullable: true,
    description: 'Null for a report without an account.',
  })
  readonly reporter!: ReportPerson | null;

  @Field(() => Date, {
    description: 'Since when it waits: the time of the report or of the appeal.',
  })
  readonly waitingSince!: Date;

  @Field(() => ReportPerson, {
    nullable: true,
    description: 'The moderator who decided about the report. Null before.',
  })
  readonly decidedBy!: ReportPerson | null;

  @Field(() => ReportPerson, {
    nullable: true,
    description: 'The moderator who decided about the appeal. Null before.',
  })
  readonly appealDecidedBy!: ReportPerson | null;

  @Field(() => Date)
  readonly createdAt!: Date;

  @Field(() => String, {
    description:
      'Changes with each change of the report. Its reporter may change the reason and the text while it is open.',
  })
  readonly etag!: string;
}

/** One page of the queue. */
export const ModReportPage = pageType('ModReportPage', () => ModReport);

/** Filters and page of the queue. */
@ArgsType()
export class ModReportListArgs extends PageArgs {
  @Field(() => ReportState, { nullable: true, description: '`open` if omitted.' })
  readonly state?: ReportState | null;

  @Field(() => ReportReason, { nullable: true })
  readonly reason?: ReportReason | null;

  @Field(() => ID, { nullable: true })
  readonly modId?: string | null;
}
