import { ArgsType, Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { BlobState, ScanCause, ScanVerdict } from '../../../platform/database/generated/enums.js';
import { PageArgs } from '../../../request/page.args.js';
import { pageType } from '../../../request/page.type.js';
import { SafeInt } from '../../../request/scalars.js';

registerEnumType(BlobState, { name: 'BlobState' });
registerEnumType(ScanCause, { name: 'ScanCause' });
registerEnumType(ScanVerdict, { name: 'ScanVerdict' });

/** One scan of stored bytes. It never changes. */
@ObjectType({ simpleResolvers: true, description: 'One scan of stored bytes.' })
export class BlobScan {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => ScanCause)
  readonly cause!: ScanCause;

  @Field(() => String)
  readonly engine!: string;

  @Field(() => String, {
    description: 'Identifies the set of signatures of the scan. Compare it only for equality.',
  })
  readonly signatures!: string;

  @Field(() => ScanVerdict)
  readonly verdict!: ScanVerdict;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the finding; null if the scan found nothing.',
  })
  readonly found!: string | null;

  @Field(() => [String], { description: 'The names of further findings.' })
  readonly alsoFound!: readonly string[];

  @Field(() => [String], {
    description: 'The reasons for a manual review, or for a scan without a result.',
  })
  readonly reasons!: readonly string[];

  @Field(() => Date)
  readonly scannedAt!: Date;
}

/** One page of scans. */
export const BlobScanPage = pageType('BlobScanPage', () => BlobScan);

/** The bytes whose scans are listed. */
@ArgsType()
export class BlobScanListArgs extends PageArgs {
  @Field(() => String, { description: '64 hex digits.' })
  readonly sha256!: string;
}

/** Bytes that are stored once, even if many files share them. */
@ObjectType({ simpleResolvers: true, description: 'Stored bytes; equal bytes are stored once.' })
export class StoredBytes {
  @Field(() => ID)
  readonly id!: string;

  @Field(() => String)
  readonly sha256!: string;

  @Field(() => SafeInt)
  readonly sizeBytes!: number;

  @Field(() => BlobState)
  readonly state!: BlobState;
}
