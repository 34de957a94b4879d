package index

import (
	"path/filepath"
	"slices"
	"syscall"
)

// remote are the magic numbers of file systems that are shared between machines or served by a process, from
// statfs(2) and the kernel's magic.h.
var remote = []int64{
	0x6969,     // NFS
	0x517b,     // SMB
	0xff534d42, // CIFS
	0xfe534d42, // SMB2
	0x5346414f, // AFS
	0x6b414653, // kAFS
	0x73757245, // Coda
	0x0bd00bd0, // Lustre
	0x47504653, // GPFS
	0x00c36400, // Ceph
	0x19830326, // BeeGFS
	0xaad7aaea, // PanFS
	0x7461636f, // OCFS2
	0x01161970, // GFS2
	0x01021997, // 9P
	0x65735546, // FUSE, with sshfs and virtiofs
	0x786f4256, // shared folders of VirtualBox
}

// IsLocal says that the folder of path is on a file system of this machine alone.
func IsLocal(path string) bool {
	var s syscall.Statfs_t
	if err := syscall.Statfs(filepath.Dir(path), &s); err != nil {
		return false
	}
	return !slices.Contains(remote, int64(uint32(s.Type)))
}
