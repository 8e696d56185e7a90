import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Packs a folder with the library of the JDK: {@code java Pack.java <mode> <folder> <archive>}. */
public class Pack {
  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    Path archive = Path.of(arguments[2]);
    switch (arguments[0]) {
      case "deflated" -> stream(new ZipOutputStream(open(archive)), folder, false);
      case "stored" -> stream(new ZipOutputStream(open(archive)), folder, true);
      case "jar" -> stream(new JarOutputStream(open(archive)), folder, false);
      case "file-system" -> copy(folder, archive);
      default -> throw new IllegalArgumentException(arguments[0]);
    }
  }

  private static OutputStream open(Path archive) throws Exception {
    return new BufferedOutputStream(Files.newOutputStream(archive));
  }

  private static List<Path> list(Path folder) throws Exception {
    try (var paths = Files.walk(folder)) {
      return paths.filter(path -> !path.equals(folder)).sorted().toList();
    }
  }

  private static void stream(ZipOutputStream out, Path folder, boolean stored) throws Exception {
    try (out) {
      for (Path path : list(folder)) {
        boolean isFolder = Files.isDirectory(path);
        ZipEntry entry = new ZipEntry(folder.relativize(path) + (isFolder ? "/" : ""));
        byte[] content = isFolder ? new byte[0] : Files.readAllBytes(path);
        if (stored || isFolder) {
          CRC32 crc = new CRC32();
          crc.update(content);
          entry.setMethod(ZipEntry.STORED);
          entry.setSize(content.length);
          entry.setCrc(crc.getValue());
        }
        out.putNextEntry(entry);
        out.write(content);
        out.closeEntry();
      }
    }
  }

  private static void copy(Path folder, Path archive) throws Exception {
    URI address = URI.create("jar:" + archive.toUri());
    try (FileSystem zip = FileSystems.newFileSystem(address, Map.of("create", "true"))) {
      for (Path path : list(folder)) {
        Files.copy(path, zip.getPath("/" + folder.relativize(path)));
      }
    }
  }
}
