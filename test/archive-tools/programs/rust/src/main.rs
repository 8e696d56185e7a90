//! Packs a folder with the crate `zip`: pack <mode> <folder> <archive>

use std::error::Error;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use zip::write::{SimpleFileOptions, ZipWriter};
use zip::CompressionMethod;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, mode, folder, archive] = arguments.as_slice() else {
        return Err("pack <mode> <folder> <archive>".into());
    };
    let file = File::create(archive)?;
    if mode == "streamed" {
        let mut out = ZipWriter::new_stream(file);
        pack(&mut |name, content| add(&mut out, mode, name, content), Path::new(folder))?;
        out.finish()?;
    } else {
        let mut out = ZipWriter::new(file);
        pack(&mut |name, content| add(&mut out, mode, name, content), Path::new(folder))?;
        out.finish()?;
    }
    Ok(())
}

type Add<'a> = dyn FnMut(&str, Option<Vec<u8>>) -> Result<(), Box<dyn Error>> + 'a;

fn pack(add: &mut Add, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut waiting: Vec<PathBuf> = vec![folder.to_path_buf()];
    while let Some(path) = waiting.pop() {
        let name = path.strip_prefix(folder)?.to_str().ok_or("not UTF-8")?.to_owned();
        if path.is_dir() {
            if !name.is_empty() {
                add(&name, None)?;
            }
            for child in fs::read_dir(&path)? {
                waiting.push(child?.path());
            }
        } else {
            add(&name, Some(fs::read(&path)?))?;
        }
    }
    Ok(())
}

fn add<W: Write + std::io::Seek>(
    out: &mut ZipWriter<W>,
    mode: &str,
    name: &str,
    content: Option<Vec<u8>>,
) -> Result<(), Box<dyn Error>> {
    let method = match mode {
        "stored" => CompressionMethod::Stored,
        _ => CompressionMethod::Deflated,
    };
    let options = SimpleFileOptions::default().compression_method(method).large_file(mode == "large-file");
    match content {
        None => out.add_directory(name, SimpleFileOptions::default())?,
        Some(content) => {
            out.start_file(name, options)?;
            out.write_all(&content)?;
        }
    }
    Ok(())
}
