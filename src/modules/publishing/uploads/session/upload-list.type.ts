import { ArgsType, Field, ID } from 'type-graphql';
import { UploadState, UploadStrategy } from '../../../../platform/database/generated/enums.js';
import { PageArgs } from '../../../../request/page.args.js';
import { pageType } from '../../../../request/page.type.js';
import { UploadSession } from './upload.type.js';

/** One page of uploads. */
export const UploadSessionPage = pageType('UploadSessionPage', () => UploadSession);

/** Filters and page of a list of uploads. */
@ArgsType()
export class UploadListArgs extends PageArgs {
  @Field(() => UploadState, { nullable: true })
  readonly status?: UploadState | null;

  @Field(() => UploadStrategy, { nullable: true })
  readonly strategy?: UploadStrategy | null;

  @Field(() => ID, { nullable: true, description: 'Only uploads for this file.' })
  readonly fileId?: string | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly createdAfter?: Date | null;

  @Field(() => Date, { nullable: true, description: 'Exclusive.' })
  readonly createdBefore?: Date | null;
}
