import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../request/context.js';
import { Reads, Writes } from '../../../request/operation-facts.js';
import type { Page } from '../../../request/page.js';
import { Scoped } from '../../../request/scoped.js';
import { appealReport } from './appeal-report.js';
import { decideReport } from './decide-report.js';
import { listReports, readDecision, readReport } from './read-reports.js';
import {
  ModReport,
  ModReportListArgs,
  ModReportPage,
  ReportDecision,
  ReportModInput,
} from './report.type.js';
import { reportMod } from './report-mod.js';

/**
 * Reports of mods, their decisions and the appeals against them. A report outside of a browser
 * session may name an address that gets the outcome by mail. A decision does not change the mod.
 * Moderators need a session with a recent second factor, or a credential with `admin:*`. They
 * neither see nor decide reports of mods of which they are the author or a team member.
 */
@Resolver()
export class ReportsResolver {
  @Mutation(() => Boolean, {
    description:
      'Reports a mod to the moderators. An account is not needed. In a browser session, the user gets the outcome by mail, and a second report replaces the reason and text of the first while it is open. A report with a token or key counts as one without an account.',
  })
  @Scoped('anonymous', 'mods:read')
  @Writes('anyone', 'mod', 'input.modId')
  async reportMod(
    @Ctx() ctx: RequestContext,
    @Arg('input', () => ReportModInput) input: ReportModInput,
  ): Promise<boolean> {
    await reportMod(ctx, input);
    return true;
  }

  @Query(() => ModReportPage, { description: 'Reports, the longest wait first. For moderators.' })
  @Scoped('required')
  @Reads('moderator')
  listModReports(
    @Ctx() ctx: RequestContext,
    @Args(() => ModReportListArgs) args: ModReportListArgs,
  ): Promise<Page<ModReport>> {
    return listReports(ctx, args, args);
  }

  @Query(() => ModReport, { description: 'One report. For moderators.' })
  @Scoped('required')
  @Reads('moderator')
  modReport(@Ctx() ctx: RequestContext, @Arg('id', () => ID) id: string): Promise<ModReport> {
    return readReport(ctx, id);
  }

  @Mutation(() => ModReport, {
    description:
      'Decides about a report or an appeal. The reporter gets the outcome of a report by mail. The owners of the mod get that of an upheld report, and that of their appeal. Another moderator than before decides about an appeal. For moderators.',
  })
  @Scoped('required')
  @Writes('moderator', 'mod_report', 'id')
  decideModReport(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('uphold', () => Boolean, { description: 'Whether the report is right.' }) uphold: boolean,
    @Arg('statement', () => String, {
      description: 'The reason. The team of the mod reads it, unless the report is dismissed.',
    })
    statement: string,
    @Arg('expectedEtag', () => String, {
      nullable: true,
      description:
        'The `etag` that the moderator read. A report that was changed since then is `precondition_failed`.',
    })
    expectedEtag: string | null | undefined,
  ): Promise<ModReport> {
    return decideReport(ctx, id, { uphold, statement, expectedEtag });
  }

  @Query(() => ReportDecision, {
    description: 'An upheld report of a mod, for owners and maintainers of its team.',
  })
  @Scoped('required', 'mods:write')
  @Reads('metadata')
  reportDecision(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
  ): Promise<ReportDecision> {
    return readDecision(ctx, id);
  }

  @Mutation(() => ReportDecision, {
    description: 'Appeals against an upheld report, once and within 180 days.',
  })
  @Scoped('required', 'mods:write')
  @Writes('metadata', 'mod_report', 'id')
  appealModReport(
    @Ctx() ctx: RequestContext,
    @Arg('id', () => ID) id: string,
    @Arg('text', () => String) text: string,
  ): Promise<ReportDecision> {
    return appealReport(ctx, id, text);
  }
}
