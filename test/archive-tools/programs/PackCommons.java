import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.commons.compress.archivers.sevenz.SevenZOutputFile;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream.UnicodeExtraFieldPolicy;

/** Packs a folder with commons-compress: {@code java PackCommons.java <mode> <folder> <archive>}. */
public class PackCommons {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    File archive = new File(arguments[2]);
    if (arguments[0].equals("7z")) {
      seven(folder, archive);
      return;
    }
    try (ZipArchiveOutputStream out = open(arguments[0], archive)) {
      for (Path path : list(folder)) {
        out.putArchiveEntry(new ZipArchiveEntry(path.toFile(), name(folder, path)));
        if (!Files.isDirectory(path)) Files.copy(path, out);
        out.closeArchiveEntry();
      }
    }
  }

  private static ZipArchiveOutputStream open(String mode, File archive) throws Exception {
    // A stream cannot be rewound, so sizes follow the bytes in data descriptors.
    if (mode.equals("streamed")) {
      return new ZipArchiveOutputStream(new BufferedOutputStream(new FileOutputStream(archive)));
    }
    ZipArchiveOutputStream out = new ZipArchiveOutputStream(archive);
    switch (mode) {
      case "file" -> {}
      case "zip64-never" -> out.setUseZip64(Zip64Mode.Never);
      case "zip64-always" -> out.setUseZip64(Zip64Mode.Always);
      case "zip64-compatible" -> out.setUseZip64(Zip64Mode.AlwaysWithCompatibility);
      case "unicode-extra" -> {
        out.setEncoding("CP437");
        out.setUseLanguageEncodingFlag(false);
        out.setCreateUnicodeExtraFields(UnicodeExtraFieldPolicy.ALWAYS);
      }
      default -> throw new IllegalArgumentException(mode);
    }
    return out;
  }

  private static void seven(Path folder, File archive) throws Exception {
    try (SevenZOutputFile out = new SevenZOutputFile(archive)) {
      for (Path path : list(folder)) {
        out.putArchiveEntry(out.createArchiveEntry(path.toFile(), name(folder, path)));
        if (!Files.isDirectory(path)) out.write(Files.readAllBytes(path));
        out.closeArchiveEntry();
      }
    }
  }

  private static String name(Path folder, Path path) {
    return folder.relativize(path) + (Files.isDirectory(path) ? "/" : "");
  }

  private static List<Path> list(Path folder) throws Exception {
    try (var paths = Files.walk(folder)) {
      return paths.filter(path -> !path.equals(folder)).sorted().toList();
    }
  }
}
