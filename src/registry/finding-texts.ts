import type { Locale } from './error-texts.js';
import type { Finding, FindingCode } from './findings.js';

/** The texts of one finding for creators. */
interface FindingText {
  /** The finding, without its path. */
  readonly found: string;
  /** The reason why it matters. */
  readonly why: string;
  /** How to fix it. */
  readonly fix: string;
}

/**
 * The texts of a finding in a language. In `found`, the finding's values replace their names in
 * braces.
 */
export function textOf({ code, values = {} }: Finding, locale: Locale): FindingText {
  const { found, why, fix } = FINDING_TEXTS[code][locale];
  const filled = found.replace(/\{(\w+)\}/g, (name, key: string) => values[key] ?? name);
  return { found: filled, why, fix };
}

/** The same texts for both digest codes. */
const OTHER_HASH: Readonly<Record<Locale, FindingText>> = {
  en: {
    found: 'The hash of the uploaded bytes is not the declared one',
    why: 'The file changed, or its transfer was incomplete.',
    fix: 'Compute the hash of the final file and upload the file in a new session.',
  },
  ru: {
    found: 'Хеш загруженных данных отличается от указанного',
    why: 'Файл изменился или передан не полностью.',
    fix: 'Вычислите хеш окончательного файла и загрузите файл в новом сеансе.',
  },
  de: {
    found: 'Die hochgeladenen Bytes haben einen anderen Hash als angegeben',
    why: 'Die Datei wurde geändert oder unvollständig übertragen.',
    fix: 'Berechnen Sie den Hash der endgültigen Datei und laden Sie sie in einer neuen Sitzung hoch.',
  },
};

/** The texts of each code. Programs branch on the code and never on these. */
export const FINDING_TEXTS: Readonly<Record<FindingCode, Readonly<Record<Locale, FindingText>>>> = {
  ambiguous_name: {
    en: {
      found: 'A name that becomes another one on some systems',
      why: 'Windows drops or replaces some characters, so the file may not be found or may become a program.',
      fix: 'Rename it without dots or spaces at its start or end, without < > | ? * " and without invisible characters, and upload again.',
    },
    ru: {
      found: 'Имя, которое в некоторых системах меняется',
      why: 'Windows отбрасывает или заменяет некоторые знаки: файл может не найтись или стать программой.',
      fix: 'Уберите точки и пробелы по краям имени, знаки < > | ? * " и невидимые знаки и загрузите архив заново.',
    },
    de: {
      found: 'Ein Name, der auf manchen Systemen anders lautet',
      why: 'Windows entfernt oder ersetzt manche Zeichen, sodass die Datei nicht gefunden wird oder zum Programm wird.',
      fix: 'Benennen Sie sie ohne Punkte oder Leerzeichen am Rand, ohne < > | ? * " und ohne unsichtbare Zeichen und laden Sie sie erneut hoch.',
    },
  },
  antivirus_stream_limit: {
    en: {
      found: 'A file that is too large for the antivirus',
      why: 'A moderator has to look at it.',
      fix: 'Wait for the review, or split the file.',
    },
    ru: {
      found: 'Файл слишком велик для антивируса',
      why: 'Его должен посмотреть модератор.',
      fix: 'Дождитесь проверки или разделите файл.',
    },
    de: {
      found: 'Eine Datei, die für den Virenscanner zu groß ist',
      why: 'Ein Moderator muss sie ansehen.',
      fix: 'Warten Sie die Prüfung ab oder teilen Sie die Datei auf.',
    },
  },
  antivirus_unknown: {
    en: {
      found: 'The antivirus came to no conclusion',
      why: 'A moderator has to look at the file.',
      fix: 'Wait for the review.',
    },
    ru: {
      found: 'Антивирус не дал заключения',
      why: 'Файл должен посмотреть модератор.',
      fix: 'Дождитесь проверки.',
    },
    de: {
      found: 'Der Virenscanner kam zu keinem Ergebnis',
      why: 'Ein Moderator muss die Datei ansehen.',
      fix: 'Warten Sie die Prüfung ab.',
    },
  },
  archive_dangerous_entry: {
    en: {
      found: 'An entry that must not be unpacked',
      why: "Unpacking it could change the player's system.",
      fix: 'Remove the entry and upload the archive again.',
    },
    ru: {
      found: 'Элемент, который нельзя распаковывать',
      why: 'Его распаковка может изменить систему игрока.',
      fix: 'Удалите этот элемент и загрузите архив заново.',
    },
    de: {
      found: 'Ein Eintrag, der nicht entpackt werden darf',
      why: 'Beim Entpacken könnte er das System der Spieler verändern.',
      fix: 'Entfernen Sie den Eintrag und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_duplicate_path: {
    en: {
      found: 'Two entries lead to the same file',
      why: 'Windows and macOS treat the two names as one, so players would get only one of the files.',
      fix: 'Rename or remove one of them and upload the archive again.',
    },
    ru: {
      found: 'Два элемента указывают на один файл',
      why: 'Windows и macOS не различают эти имена, и игроки получат только один из файлов.',
      fix: 'Переименуйте или удалите один из них и загрузите архив заново.',
    },
    de: {
      found: 'Zwei Einträge führen zur selben Datei',
      why: 'Windows und macOS unterscheiden die beiden Namen nicht, sodass nur eine der Dateien bei den Spielern ankommt.',
      fix: 'Benennen Sie einen davon um oder entfernen Sie ihn und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_empty: {
    en: {
      found: 'The archive holds no file with content',
      why: 'Players would install nothing.',
      fix: 'Add the files of the mod and upload the archive again.',
    },
    ru: {
      found: 'В архиве нет файлов с содержимым',
      why: 'Игрокам было бы нечего устанавливать.',
      fix: 'Добавьте файлы мода и загрузите архив заново.',
    },
    de: {
      found: 'Das Archiv enthält keine Datei mit Inhalt',
      why: 'Spieler würden nichts installieren.',
      fix: 'Fügen Sie die Dateien der Mod hinzu und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_encrypted_entry: {
    en: {
      found: 'The archive is encrypted',
      why: 'Encrypted files cannot be checked for malware, and players do not have the password.',
      fix: 'Pack the files without a password and upload the archive again.',
    },
    ru: {
      found: 'Архив зашифрован',
      why: 'Зашифрованные файлы нельзя проверить на вредоносный код, а пароля у игроков нет.',
      fix: 'Упакуйте файлы без пароля и загрузите архив заново.',
    },
    de: {
      found: 'Das Archiv ist verschlüsselt',
      why: 'Verschlüsselte Dateien lassen sich nicht auf Schadsoftware prüfen, und Spieler kennen das Passwort nicht.',
      fix: 'Packen Sie die Dateien ohne Passwort und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_magic_mismatch: {
    en: {
      found: 'The content does not match the extension of the file',
      why: 'Programs would fail to open it.',
      fix: 'Give the file the extension of its real format, or pack it again.',
    },
    ru: {
      found: 'Содержимое не соответствует расширению файла',
      why: 'Программы не смогут его открыть.',
      fix: 'Укажите расширение настоящего формата или упакуйте файлы заново.',
    },
    de: {
      found: 'Der Inhalt passt nicht zur Dateiendung',
      why: 'Programme könnten die Datei nicht öffnen.',
      fix: 'Verwenden Sie die Endung des tatsächlichen Formats oder packen Sie die Dateien neu.',
    },
  },
  archive_mime_mismatch: {
    en: {
      found: 'The declared content type does not match the archive',
      why: 'Programs go by the content type.',
      fix: "Declare the content type of the archive's format, or none.",
    },
    ru: {
      found: 'Указанный тип содержимого не соответствует архиву',
      why: 'Программы ориентируются на тип содержимого.',
      fix: 'Укажите тип, соответствующий формату архива, или не указывайте его.',
    },
    de: {
      found: 'Der angegebene Inhaltstyp passt nicht zum Archiv',
      why: 'Programme richten sich nach dem Inhaltstyp.',
      fix: 'Geben Sie den Inhaltstyp des Archivformats an oder lassen Sie ihn weg.',
    },
  },
  archive_path_traversal: {
    en: {
      found: 'A path that leads out of the folder of the mod',
      why: 'Unpacking it could overwrite other files of the player.',
      fix: 'Pack the files with paths relative to the folder of the mod and upload the archive again.',
    },
    ru: {
      found: 'Путь, ведущий за пределы папки мода',
      why: 'При распаковке могут быть перезаписаны другие файлы игрока.',
      fix: 'Упакуйте файлы с путями относительно папки мода и загрузите архив заново.',
    },
    de: {
      found: 'Ein Pfad, der aus dem Ordner der Mod hinausführt',
      why: 'Beim Entpacken könnten andere Dateien der Spieler überschrieben werden.',
      fix: 'Packen Sie die Dateien mit Pfaden relativ zum Ordner der Mod und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_symlink_entry: {
    en: {
      found: 'A symbolic link',
      why: 'Links can lead to files outside of the mod, and Windows cannot unpack them.',
      fix: 'Replace the link with the file that it leads to and upload the archive again.',
    },
    ru: {
      found: 'Символическая ссылка',
      why: 'Ссылки могут вести к файлам за пределами мода, и Windows не умеет их распаковывать.',
      fix: 'Замените ссылку файлом, на который она указывает, и загрузите архив заново.',
    },
    de: {
      found: 'Eine symbolische Verknüpfung',
      why: 'Verknüpfungen können zu Dateien außerhalb der Mod führen, und Windows kann sie nicht entpacken.',
      fix: 'Ersetzen Sie die Verknüpfung durch die Zieldatei und laden Sie das Archiv erneut hoch.',
    },
  },
  archive_validation_failed: {
    en: {
      found: 'The structure of the archive is damaged or contradicts itself',
      why: 'Programs would unpack different files from it, or none.',
      fix: 'Pack the files again with a current tool, such as 7-Zip or the packer of your system, and upload the new archive.',
    },
    ru: {
      found: 'Структура архива повреждена или противоречива',
      why: 'Разные программы распакуют из него разные файлы или не распакуют ничего.',
      fix: 'Упакуйте файлы заново современной программой, например 7-Zip или средствами системы, и загрузите новый архив.',
    },
    de: {
      found: 'Die Struktur des Archivs ist beschädigt oder widersprüchlich',
      why: 'Programme würden daraus unterschiedliche Dateien entpacken oder keine.',
      fix: 'Packen Sie die Dateien mit einem aktuellen Programm neu, etwa mit 7-Zip oder dem Packer Ihres Systems, und laden Sie das neue Archiv hoch.',
    },
  },
  backslash: {
    en: {
      found: 'A path with a backslash',
      why: 'On Windows the backslash separates folders, on other systems it is part of the name.',
      fix: 'Pack the files with a slash between folders and upload the archive again.',
    },
    ru: {
      found: 'Путь с обратной косой чертой',
      why: 'В Windows она разделяет папки, а в других системах входит в имя.',
      fix: 'Упакуйте файлы так, чтобы папки разделяла прямая косая черта, и загрузите архив заново.',
    },
    de: {
      found: 'Ein Pfad mit umgekehrtem Schrägstrich',
      why: 'Unter Windows trennt er Ordner, auf anderen Systemen gehört er zum Namen.',
      fix: 'Packen Sie die Dateien mit Schrägstrichen zwischen den Ordnern und laden Sie das Archiv erneut hoch.',
    },
  },
  content_of_a_loader: {
    en: {
      found: 'A program file of a mod loader ({content})',
      why: 'It runs with the rights of the player, so a moderator looks at it first.',
      fix: 'You need not do anything: wait for the review. An operator can allow such files for the game.',
    },
    ru: {
      found: 'Файл с кодом для загрузчика модов ({content})',
      why: 'Он выполняется с правами игрока, поэтому сначала его смотрит модератор.',
      fix: 'Делать ничего не нужно: дождитесь проверки. Оператор может разрешить такие файлы для этой игры.',
    },
    de: {
      found: 'Eine Programmdatei eines Mod-Loaders ({content})',
      why: 'Sie läuft mit den Rechten der Spieler, deshalb prüft sie zuerst ein Moderator.',
      fix: 'Sie müssen nichts tun: Warten Sie die Prüfung ab. Der Betreiber kann solche Dateien für das Spiel erlauben.',
    },
  },
  disguised_program: {
    en: {
      found: 'A program that starts by itself or looks like a document',
      why: 'Players would run it without knowing.',
      fix: 'Remove the file and upload the archive again.',
    },
    ru: {
      found: 'Программа, которая запускается сама или выглядит как документ',
      why: 'Игроки запустят её, не зная об этом.',
      fix: 'Удалите файл и загрузите архив заново.',
    },
    de: {
      found: 'Ein Programm, das von selbst startet oder wie ein Dokument aussieht',
      why: 'Spieler würden es unwissentlich ausführen.',
      fix: 'Entfernen Sie die Datei und laden Sie das Archiv erneut hoch.',
    },
  },
  executable_content: {
    en: {
      found: 'A program or script',
      why: 'It could run outside of the game with the rights of the player.',
      fix: 'Remove it if the mod does not need it, or wait for the review.',
    },
    ru: {
      found: 'Программа или скрипт',
      why: 'Он может выполниться вне игры с правами игрока.',
      fix: 'Удалите его, если он не нужен моду, или дождитесь проверки.',
    },
    de: {
      found: 'Ein Programm oder Skript',
      why: 'Es könnte außerhalb des Spiels mit den Rechten der Spieler laufen.',
      fix: 'Entfernen Sie es, wenn die Mod es nicht braucht, oder warten Sie die Prüfung ab.',
    },
  },
  forbidden_name: {
    en: {
      found: 'A name that some systems forbid',
      why: 'Windows reserves it for a device or a data stream, or it holds characters that hide its meaning.',
      fix: 'Rename the file or folder and upload the archive again.',
    },
    ru: {
      found: 'Имя, запрещённое в некоторых системах',
      why: 'В Windows оно обозначает устройство или поток данных либо содержит знаки, скрывающие его смысл.',
      fix: 'Переименуйте файл или папку и загрузите архив заново.',
    },
    de: {
      found: 'Ein Name, den manche Systeme nicht erlauben',
      why: 'Windows verwendet ihn für ein Gerät oder einen Datenstrom, oder er enthält Zeichen, die seine Bedeutung verbergen.',
      fix: 'Benennen Sie die Datei oder den Ordner um und laden Sie das Archiv erneut hoch.',
    },
  },
  hash_mismatch: OTHER_HASH,
  inspection_failed: {
    en: {
      found: 'The archive could not be unpacked for the check',
      why: 'Its content is unknown.',
      fix: 'Wait for the review, or pack the files as .zip and upload again.',
    },
    ru: {
      found: 'Архив не удалось распаковать для проверки',
      why: 'Его содержимое неизвестно.',
      fix: 'Дождитесь проверки или упакуйте файлы в .zip и загрузите заново.',
    },
    de: {
      found: 'Das Archiv ließ sich für die Prüfung nicht entpacken',
      why: 'Sein Inhalt ist unbekannt.',
      fix: 'Warten Sie die Prüfung ab oder packen Sie die Dateien als .zip und laden Sie sie erneut hoch.',
    },
  },
  inspection_memory: {
    en: {
      found: 'Unpacking the archive takes too much memory',
      why: 'Players with little memory cannot unpack it either.',
      fix: 'Pack it with a smaller dictionary, or wait for the review.',
    },
    ru: {
      found: 'Распаковка архива требует слишком много памяти',
      why: 'Игроки с небольшим объёмом памяти тоже не смогут его распаковать.',
      fix: 'Упакуйте его с меньшим словарём или дождитесь проверки.',
    },
    de: {
      found: 'Das Entpacken braucht zu viel Speicher',
      why: 'Auch Spieler mit wenig Speicher können das Archiv nicht entpacken.',
      fix: 'Packen Sie es mit einem kleineren Wörterbuch oder warten Sie die Prüfung ab.',
    },
  },
  known_unsafe: {
    en: {
      found: 'The same bytes were found unsafe before',
      why: 'They can damage or spy on the systems of players, so no upload of them is accepted.',
      fix: 'Replace the unsafe file and upload a new archive. If you think that it is safe, write to support.',
    },
    ru: {
      found: 'Такое же содержимое уже было признано опасным',
      why: 'Оно может навредить системам игроков или следить за ними, поэтому его загрузки не принимаются.',
      fix: 'Замените опасный файл и загрузите новый архив. Если вы считаете его безопасным, напишите в поддержку.',
    },
    de: {
      found: 'Derselbe Inhalt wurde schon als unsicher erkannt',
      why: 'Er kann den Systemen der Spieler schaden oder sie ausspähen, daher wird kein Upload davon angenommen.',
      fix: 'Ersetzen Sie die unsichere Datei und laden Sie ein neues Archiv hoch. Halten Sie sie für sicher, schreiben Sie an den Support.',
    },
  },
  malware: {
    en: {
      found: 'Malware: {signature}',
      why: 'It can damage or spy on the systems of players.',
      fix: 'Scan your computer, replace the file with a clean one and upload a new archive. If you think that it is safe, write to support.',
    },
    ru: {
      found: 'Вредоносная программа: {signature}',
      why: 'Она может навредить системам игроков или следить за ними.',
      fix: 'Проверьте свой компьютер, замените файл чистым и загрузите новый архив. Если вы считаете файл безопасным, напишите в поддержку.',
    },
    de: {
      found: 'Schadsoftware: {signature}',
      why: 'Sie kann den Systemen der Spieler schaden oder sie ausspähen.',
      fix: 'Prüfen Sie Ihren Rechner, ersetzen Sie die Datei durch eine saubere und laden Sie ein neues Archiv hoch. Halten Sie sie für sicher, schreiben Sie an den Support.',
    },
  },
  manifest_mismatch: {
    en: {
      found: 'The archive holds other files than its manifest',
      why: 'You may have uploaded another build than you meant to.',
      fix: 'Upload the archive that the manifest describes, or correct the manifest.',
    },
    ru: {
      found: 'Файлы в архиве не соответствуют манифесту',
      why: 'Возможно, загружена не та сборка.',
      fix: 'Загрузите архив, описанный в манифесте, или исправьте манифест.',
    },
    de: {
      found: 'Das Archiv enthält andere Dateien als sein Manifest',
      why: 'Möglicherweise haben Sie einen anderen Build hochgeladen als beabsichtigt.',
      fix: 'Laden Sie das im Manifest beschriebene Archiv hoch oder korrigieren Sie das Manifest.',
    },
  },
  manual_intervention_required: {
    en: {
      found: 'The check could not be completed',
      why: 'A moderator has to look at the file.',
      fix: 'Wait for the review.',
    },
    ru: {
      found: 'Проверку не удалось завершить',
      why: 'Файл должен посмотреть модератор.',
      fix: 'Дождитесь проверки.',
    },
    de: {
      found: 'Die Prüfung konnte nicht abgeschlossen werden',
      why: 'Ein Moderator muss die Datei ansehen.',
      fix: 'Warten Sie die Prüfung ab.',
    },
  },
  method_not_supported: {
    en: {
      found: 'A compression method or an archive feature that is not supported',
      why: 'The content is unknown, and many programs cannot unpack it either.',
      fix: 'Pack the files with the default method of your packer and upload again, or wait for the review.',
    },
    ru: {
      found: 'Метод сжатия или особенность архива, которая не поддерживается',
      why: 'Содержимое неизвестно, и многие программы тоже не смогут его распаковать.',
      fix: 'Упакуйте файлы методом по умолчанию и загрузите заново или дождитесь проверки.',
    },
    de: {
      found: 'Ein Kompressionsverfahren oder Archivmerkmal, das nicht unterstützt wird',
      why: 'Der Inhalt ist unbekannt, und auch viele Programme können ihn nicht entpacken.',
      fix: 'Packen Sie die Dateien mit dem Standardverfahren Ihres Packers neu oder warten Sie die Prüfung ab.',
    },
  },
  names_by_case: {
    en: {
      found: 'Class names that differ only in upper and lower case',
      why: 'Windows and macOS keep only one of them if a player unpacks the jar.',
      fix: 'Wait for the review, or tell your obfuscator not to mix case in names.',
    },
    ru: {
      found: 'Имена классов, различающиеся только регистром',
      why: 'При распаковке jar-файла Windows и macOS сохранят лишь один из них.',
      fix: 'Дождитесь проверки или запретите обфускатору имена, различающиеся регистром.',
    },
    de: {
      found: 'Klassennamen, die sich nur in Groß- und Kleinschreibung unterscheiden',
      why: 'Windows und macOS behalten nur eine davon, wenn jemand das Jar entpackt.',
      fix: 'Warten Sie die Prüfung ab oder verbieten Sie Ihrem Obfuscator Namen, die sich nur darin unterscheiden.',
    },
  },
  newer_upload: {
    en: {
      found: 'A newer upload of this file became ready first',
      why: 'An older upload never replaces a newer one.',
      fix: 'Upload the file in a new session if it should replace the newer one.',
    },
    ru: {
      found: 'Более новая загрузка этого файла стала готова раньше',
      why: 'Более старая загрузка не заменяет новую.',
      fix: 'Загрузите файл в новом сеансе, если он должен заменить более новый.',
    },
    de: {
      found: 'Ein neuerer Upload dieser Datei war früher bereit',
      why: 'Ein älterer Upload ersetzt nie einen neueren.',
      fix: 'Laden Sie die Datei in einer neuen Sitzung hoch, wenn sie die neuere ersetzen soll.',
    },
  },
  entries_in_content: {
    en: {
      found:
        'An uncompressed file that contains parts of another ZIP and has its size only after the data',
      why: 'Programs that read a ZIP as a stream may unpack other files than those that were checked.',
      fix: 'Pack the mod again with Deflate or straight into a file, or wait for the review.',
    },
    ru: {
      found: 'Файл без сжатия с частями другого ZIP внутри; его размер указан только после данных',
      why: 'Программы, которые читают ZIP как поток, могут распаковать не те файлы, что были проверены.',
      fix: 'Упакуйте мод заново методом Deflate или прямо в файл либо дождитесь проверки.',
    },
    de: {
      found:
        'Eine unkomprimierte Datei mit Teilen eines anderen ZIP; ihre Größe steht erst nach den Daten',
      why: 'Programme, die ZIP-Dateien als Strom lesen, entpacken womöglich andere als die geprüften Dateien.',
      fix: 'Packen Sie die Mod mit Deflate oder direkt in eine Datei, oder warten Sie die Prüfung ab.',
    },
  },
  nested_archive: {
    en: {
      found: 'An archive or disk image within the archive',
      why: "Its files can hide from checks on the player's system.",
      fix: 'Pack its files directly into the mod, or wait for the review.',
    },
    ru: {
      found: 'Архив или образ диска внутри архива',
      why: 'Его файлы могут скрыться от проверок в системе игрока.',
      fix: 'Добавьте его файлы прямо в мод или дождитесь проверки.',
    },
    de: {
      found: 'Ein Archiv oder Datenträgerabbild im Archiv',
      why: 'Seine Dateien können sich Prüfungen auf dem System der Spieler entziehen.',
      fix: 'Packen Sie seine Dateien direkt in die Mod oder warten Sie die Prüfung ab.',
    },
  },
  nested_archive_not_inspected: {
    en: {
      found: 'An archive within the archive that could not be checked',
      why: 'It is too large, too deep, or not a plain ZIP, so its content is unknown.',
      fix: 'Pack its files directly into the mod, or wait for the review.',
    },
    ru: {
      found: 'Архив внутри архива, который не удалось проверить',
      why: 'Он слишком велик, вложен слишком глубоко или не является обычным ZIP, поэтому его содержимое неизвестно.',
      fix: 'Добавьте его файлы прямо в мод или дождитесь проверки.',
    },
    de: {
      found: 'Ein Archiv im Archiv, das nicht geprüft werden konnte',
      why: 'Es ist zu groß, zu tief verschachtelt oder kein einfaches ZIP, daher ist sein Inhalt unbekannt.',
      fix: 'Packen Sie seine Dateien direkt in die Mod oder warten Sie die Prüfung ab.',
    },
  },
  path_too_long: {
    en: {
      found: 'A path that is too long or too deep',
      why: 'Windows and many mod managers cannot create it.',
      fix: 'Shorten names to at most 255 bytes, paths to 1,024 characters and 64 folders, and upload the archive again.',
    },
    ru: {
      found: 'Слишком длинный или глубокий путь',
      why: 'Windows и многие менеджеры модов не могут его создать.',
      fix: 'Сократите имена до 255 байт, а пути — до 1024 знаков и 64 папок, и загрузите архив заново.',
    },
    de: {
      found: 'Ein zu langer oder zu tiefer Pfad',
      why: 'Windows und viele Mod-Manager können ihn nicht anlegen.',
      fix: 'Kürzen Sie Namen auf höchstens 255 Bytes und Pfade auf 1.024 Zeichen und 64 Ordner und laden Sie das Archiv erneut hoch.',
    },
  },
  program_folder: {
    en: {
      found: 'A folder that macOS opens as a program',
      why: 'A double click on it runs the program inside.',
      fix: 'Remove the folder, or wait for the review.',
    },
    ru: {
      found: 'Папка, которую macOS открывает как программу',
      why: 'Двойной щелчок по ней запускает программу.',
      fix: 'Удалите папку или дождитесь проверки.',
    },
    de: {
      found: 'Ein Ordner, den macOS als Programm öffnet',
      why: 'Ein Doppelklick darauf startet das enthaltene Programm.',
      fix: 'Entfernen Sie den Ordner oder warten Sie die Prüfung ab.',
    },
  },
  second_format: {
    en: {
      found: 'The file can also be read as {format}',
      why: 'Some programs would unpack other files from it than were checked.',
      fix: 'Pack the files again with a current tool and upload the new archive.',
    },
    ru: {
      found: 'Файл можно прочитать и как {format}',
      why: 'Некоторые программы распакуют из него не те файлы, которые были проверены.',
      fix: 'Упакуйте файлы заново современной программой и загрузите новый архив.',
    },
    de: {
      found: 'Die Datei lässt sich auch als {format} lesen',
      why: 'Manche Programme würden daraus andere Dateien entpacken, als geprüft wurden.',
      fix: 'Packen Sie die Dateien mit einem aktuellen Programm neu und laden Sie das neue Archiv hoch.',
    },
  },
  sha256_mismatch: OTHER_HASH,
  size_mismatch: {
    en: {
      found: 'The size of the uploaded file is not the declared one',
      why: 'The file changed, or its transfer was incomplete.',
      fix: 'Declare the size of the final file and upload it in a new session.',
    },
    ru: {
      found: 'Размер загруженного файла отличается от указанного',
      why: 'Файл изменился или передан не полностью.',
      fix: 'Укажите размер окончательного файла и загрузите файл в новом сеансе.',
    },
    de: {
      found: 'Die hochgeladene Datei hat eine andere Größe als angegeben',
      why: 'Die Datei wurde geändert oder unvollständig übertragen.',
      fix: 'Geben Sie die Größe der endgültigen Datei an und laden Sie sie in einer neuen Sitzung hoch.',
    },
  },
  special_file: {
    en: {
      found: 'A device, a pipe, a socket, or a setuid or setgid file',
      why: "Such files can harm the player's system.",
      fix: 'Remove the entry and pack ordinary files and folders only.',
    },
    ru: {
      found: 'Устройство, канал, сокет или файл с битом setuid или setgid',
      why: 'Такие файлы могут навредить системе игрока.',
      fix: 'Удалите элемент и упаковывайте только обычные файлы и папки.',
    },
    de: {
      found: 'Ein Gerät, eine Pipe, ein Socket oder eine setuid- oder setgid-Datei',
      why: 'Solche Dateien können dem System der Spieler schaden.',
      fix: 'Entfernen Sie den Eintrag und packen Sie nur gewöhnliche Dateien und Ordner.',
    },
  },
  version_closed: {
    en: {
      found: 'The version was published or deleted before the scan ended',
      why: 'The files of a published version never change.',
      fix: 'Create a new version and upload the file there.',
    },
    ru: {
      found: 'Версия была опубликована или удалена до конца сканирования',
      why: 'Файлы опубликованной версии не меняются.',
      fix: 'Создайте новую версию и загрузите файл в неё.',
    },
    de: {
      found: 'Die Version wurde vor dem Ende des Scans veröffentlicht oder gelöscht',
      why: 'Die Dateien einer veröffentlichten Version ändern sich nie.',
      fix: 'Legen Sie eine neue Version an und laden Sie die Datei dort hoch.',
    },
  },
  unsupported_archive_extension: {
    en: {
      found: 'The extension of the file is not accepted',
      why: 'Mod managers unpack .zip, .jar, .7z and .rar.',
      fix: 'Pack the mod in one of these formats and upload it again.',
    },
    ru: {
      found: 'Расширение файла не поддерживается',
      why: 'Менеджеры модов распаковывают .zip, .jar, .7z и .rar.',
      fix: 'Упакуйте мод в один из этих форматов и загрузите заново.',
    },
    de: {
      found: 'Die Dateiendung wird nicht unterstützt',
      why: 'Mod-Manager entpacken .zip, .jar, .7z und .rar.',
      fix: 'Packen Sie die Mod in eines dieser Formate und laden Sie sie erneut hoch.',
    },
  },
  unverified_content: {
    en: {
      found: 'The archive has no checksums for its files',
      why: 'Damage to the files would go unnoticed.',
      fix: 'Pack the files again with checksums, the default of every packer, or wait for the review.',
    },
    ru: {
      found: 'В архиве нет контрольных сумм файлов',
      why: 'Повреждения файлов нельзя обнаружить.',
      fix: 'Упакуйте файлы заново с контрольными суммами (так по умолчанию делают все упаковщики) или дождитесь проверки.',
    },
    de: {
      found: 'Das Archiv enthält keine Prüfsummen für seine Dateien',
      why: 'Schäden an den Dateien würden unbemerkt bleiben.',
      fix: 'Packen Sie die Dateien neu mit Prüfsummen, wie es jeder Packer standardmäßig tut, oder warten Sie die Prüfung ab.',
    },
  },
  zip64_not_supported: {
    en: {
      found: 'The archive uses ZIP64',
      why: 'Many mod managers and loaders cannot read ZIP64.',
      fix: 'Turn ZIP64 off in your packer, pack from files rather than from a pipe, or use .7z.',
    },
    ru: {
      found: 'В архиве используется ZIP64',
      why: 'Многие менеджеры модов и загрузчики не читают ZIP64.',
      fix: 'Отключите ZIP64 в упаковщике, упаковывайте из файлов, а не из потока, или используйте .7z.',
    },
    de: {
      found: 'Das Archiv verwendet ZIP64',
      why: 'Viele Mod-Manager und Loader können ZIP64 nicht lesen.',
      fix: 'Schalten Sie ZIP64 in Ihrem Packer ab, packen Sie aus Dateien statt aus einer Pipe oder verwenden Sie .7z.',
    },
  },
  zip_bomb_guard: {
    en: {
      found: 'The archive unpacks to far more than its size',
      why: "Such archives can fill a player's disk.",
      fix: 'Remove files that hold mostly one repeated byte, or split the mod, and upload it again.',
    },
    ru: {
      found: 'Архив распаковывается в объём, намного превышающий его размер',
      why: 'Такие архивы могут заполнить диск игрока.',
      fix: 'Удалите файлы, состоящие в основном из одного повторяющегося байта, или разделите мод и загрузите его заново.',
    },
    de: {
      found: 'Das Archiv wird beim Entpacken um ein Vielfaches größer',
      why: 'Solche Archive können den Datenträger der Spieler füllen.',
      fix: 'Entfernen Sie Dateien, die fast nur aus einem wiederholten Byte bestehen, oder teilen Sie die Mod auf und laden Sie sie erneut hoch.',
    },
  },
  zip_central_directory_too_large: {
    en: {
      found: "The archive's list of files is too large",
      why: 'Programs need too much memory to open it.',
      fix: 'Shorten the paths, remove comments and extra fields, or split the mod.',
    },
    ru: {
      found: 'Оглавление архива слишком велико',
      why: 'Программам нужно слишком много памяти, чтобы его открыть.',
      fix: 'Сократите пути, удалите комментарии и дополнительные поля или разделите мод.',
    },
    de: {
      found: 'Das Inhaltsverzeichnis des Archivs ist zu groß',
      why: 'Programme brauchen zu viel Speicher, um es zu öffnen.',
      fix: 'Kürzen Sie die Pfade, entfernen Sie Kommentare und Zusatzfelder oder teilen Sie die Mod auf.',
    },
  },
  zip_entry_limit: {
    en: {
      found: 'The archive holds too many files',
      why: 'Archives may hold up to 50,000 entries.',
      fix: 'Remove files that players do not need, or split the mod.',
    },
    ru: {
      found: 'В архиве слишком много файлов',
      why: 'В архиве может быть не более 50 000 элементов.',
      fix: 'Удалите файлы, которые не нужны игрокам, или разделите мод.',
    },
    de: {
      found: 'Das Archiv enthält zu viele Dateien',
      why: 'Archive dürfen bis zu 50.000 Einträge enthalten.',
      fix: 'Entfernen Sie Dateien, die Spieler nicht brauchen, oder teilen Sie die Mod auf.',
    },
  },
  zip_method: {
    en: {
      found: 'A file that is compressed with {method}',
      why: 'Many mod managers and loaders read only Deflate and uncompressed files.',
      fix: 'Choose the compression method Deflate in your packer and upload the new archive.',
    },
    ru: {
      found: 'Файл, сжатый методом {method}',
      why: 'Многие менеджеры модов и загрузчики читают только Deflate и файлы без сжатия.',
      fix: 'Выберите в упаковщике метод сжатия Deflate и загрузите новый архив.',
    },
    de: {
      found: 'Eine mit {method} komprimierte Datei',
      why: 'Viele Mod-Manager und Loader lesen nur Deflate und unkomprimierte Dateien.',
      fix: 'Wählen Sie in Ihrem Packer das Verfahren Deflate und laden Sie das neue Archiv hoch.',
    },
  },
};

/** Returns whether a stored code is registered. */
export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_TEXTS, code);
}
