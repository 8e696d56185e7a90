// Packs a folder with the standard library of Go: go run pack.go <mode> <folder> <archive>
package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
)

func main() {
	if err := pack(os.Args[1], os.DirFS(os.Args[2]), os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func pack(mode string, folder fs.FS, archive string) error {
	file, err := os.Create(archive)
	if err != nil {
		return err
	}
	defer file.Close()
	out := zip.NewWriter(file)
	if mode == "add-fs" {
		err = out.AddFS(folder)
	} else {
		err = walk(mode, folder, out)
	}
	if err != nil {
		return err
	}
	return out.Close()
}

func walk(mode string, folder fs.FS, out *zip.Writer) error {
	return fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		if entry.IsDir() {
			_, err = out.Create(name + "/")
			return err
		}
		content, err := fs.ReadFile(folder, name)
		if err != nil {
			return err
		}
		target, err := create(mode, name, content, out)
		if err != nil {
			return err
		}
		if mode == "raw" {
			return deflate(target, content)
		}
		_, err = target.Write(content)
		return err
	})
}

func create(mode, name string, content []byte, out *zip.Writer) (io.Writer, error) {
	switch mode {
	case "created":
		return out.Create(name)
	case "stored":
		return out.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	case "raw":
		var packed bytes.Buffer
		if err := deflate(&packed, content); err != nil {
			return nil, err
		}
		return out.CreateRaw(&zip.FileHeader{
			Name:               name,
			Method:             zip.Deflate,
			CRC32:              crc32.ChecksumIEEE(content),
			CompressedSize64:   uint64(packed.Len()),
			UncompressedSize64: uint64(len(content)),
		})
	}
	return nil, fmt.Errorf("no mode %s", mode)
}

func deflate(target io.Writer, content []byte) error {
	packer, err := flate.NewWriter(target, flate.BestCompression)
	if err != nil {
		return err
	}
	if _, err = packer.Write(content); err != nil {
		return err
	}
	return packer.Close()
}
