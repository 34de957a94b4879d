package runner

import (
	"strings"

	"golang.org/x/sys/cpu"
)

// cpuKind names what decides the bits of a result: the processor's model and the device.
func cpuKind(device string) string {
	return strings.Trim(cpuModel()+", "+device, ", ")
}

// vectorExtensions lists what the CPU offers of the extensions that the kernels know, in lower case.
func vectorExtensions() []string {
	var list []string
	for _, e := range []struct {
		name string
		has  bool
	}{
		{"sse4.1", cpu.X86.HasSSE41},
		{"avx", cpu.X86.HasAVX},
		{"avx2", cpu.X86.HasAVX2},
		{"fma", cpu.X86.HasFMA},
		{"avx512f", cpu.X86.HasAVX512F},
		{"avx512bw", cpu.X86.HasAVX512BW},
		{"avx512vnni", cpu.X86.HasAVX512VNNI},
		{"avx512bf16", cpu.X86.HasAVX512BF16},
		{"asimd", cpu.ARM64.HasASIMD},
		{"asimddp", cpu.ARM64.HasASIMDDP},
		{"sve", cpu.ARM64.HasSVE},
	} {
		if e.has {
			list = append(list, e.name)
		}
	}
	return list
}
