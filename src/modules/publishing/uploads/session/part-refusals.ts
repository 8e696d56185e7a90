import { problem, type RegisteredError } from '../../../../registry/errors.js';
import { LIMITS } from '../../../../registry/limits.js';

/** `invalid_parts` for parts of an upload that is sent with a single PUT. */
export function partsOfSinglePut(): RegisteredError {
  return problem('invalid_parts', {
    detail: {
      en: 'This upload is sent with a single PUT and has no parts; leave parts out.',
      ru: 'Эта загрузка отправляется одним PUT и не делится на части; уберите parts.',
      de: 'Dieser Upload besteht aus einem einzigen PUT ohne Teile; lassen Sie parts weg.',
    },
  });
}

/** `invalid_parts` for a list that does not name every part once. */
export function incompleteParts(totalParts: number): RegisteredError {
  return problem('invalid_parts', {
    detail: {
      en: `parts must name each of the parts 1 to ${totalParts} exactly once; correct the list.`,
      ru: `parts должен содержать каждую часть от 1 до ${totalParts} ровно один раз; исправьте список.`,
      de: `parts muss jeden Teil von 1 bis ${totalParts} genau einmal nennen; korrigieren Sie die Liste.`,
    },
  });
}

/** `invalid_parts` with status 409 for a part that the store does not hold. */
export function missingPart(partNumber: number): RegisteredError {
  return problem('invalid_parts', {
    status: 409,
    detail: {
      en: `The part ${partNumber} of parts has not arrived; upload it, then complete the upload again.`,
      ru: `Часть ${partNumber} из parts не получена; загрузите её и завершите загрузку ещё раз.`,
      de: `Der Teil ${partNumber} aus parts ist nicht angekommen; laden Sie ihn hoch und schließen Sie den Upload erneut ab.`,
    },
  });
}

/** `invalid_parts` with status 409 for parts that changed while the store joined them. */
export function changedParts(cause: unknown): RegisteredError {
  return problem('invalid_parts', {
    status: 409,
    cause,
    detail: {
      en: 'A part was uploaded again while the parts were joined; complete the upload again with the last ETag of each of the parts.',
      ru: 'Одну из частей загрузили заново во время сборки; завершите загрузку ещё раз с последним ETag каждой части из parts.',
      de: 'Ein Teil wurde während des Zusammenfügens erneut hochgeladen; schließen Sie den Upload mit dem letzten ETag jedes Teils aus parts erneut ab.',
    },
  });
}

/** `part_size_mismatch` for a stored part with another size than planned; both in bytes. */
export function otherPartSize(
  partNumber: number,
  { wanted, stored }: { readonly wanted: number; readonly stored: number },
): RegisteredError {
  return problem('part_size_mismatch', {
    detail: {
      en: `The part ${partNumber} has ${stored} instead of ${wanted} bytes; upload that part again in full.`,
      ru: `Размер части ${partNumber} — ${stored} Б вместо ${wanted}; загрузите эту часть заново целиком.`,
      de: `Der Teil ${partNumber} hat ${stored} statt ${wanted} Bytes; laden Sie diesen Teil vollständig neu hoch.`,
    },
  });
}

/** `part_checksum_mismatch` for a part whose ETag in the request is not that of the store. */
export function otherPartBytes(partNumber: number): RegisteredError {
  return problem('part_checksum_mismatch', {
    detail: {
      en: `The etag of the part ${partNumber} does not match the stored bytes; send the last ETag that the storage returned, or upload that part again.`,
      ru: `etag части ${partNumber} не соответствует сохранённым байтам; отправьте последний ETag из ответа хранилища или загрузите эту часть заново.`,
      de: `etag des Teils ${partNumber} passt nicht zu den gespeicherten Bytes; senden Sie den letzten ETag des Speichers oder laden Sie diesen Teil neu hoch.`,
    },
  });
}

/**
 * `invalid_part_numbers` for a list that is empty or too long, or has repeated or impossible
 * numbers.
 */
export function impossiblePartNumbers(totalParts: number): RegisteredError {
  const most = LIMITS.signedPartsPerRequest;
  return problem('invalid_part_numbers', {
    detail: {
      en: `partNumbers must have 1 to ${most} different numbers from 1 to ${totalParts}; correct the list.`,
      ru: `В partNumbers должно быть от 1 до ${most} разных чисел от 1 до ${totalParts}; исправьте список.`,
      de: `partNumbers muss 1 bis ${most} verschiedene Zahlen von 1 bis ${totalParts} enthalten; korrigieren Sie die Liste.`,
    },
  });
}
