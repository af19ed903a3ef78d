"""ci/compare_counts.py between stand-ins for the simulator, nvcc and ncu."""
import contextlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[3] / "ci"
sys.path.insert(0, str(SCRIPTS))
import compare_counts  # noqa: E402

RAW_PAGE = """==PROF== Connected to process 4711 (/tmp/traffic)
==PROF== Profiling "saxpy" - 0: 0%....50%....100% - 3 passes
all kernels ran
==PROF== Disconnected from process 4711
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",\
"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","memory_l1_wavefronts_shared"
"","","","","","","","","","","","sector",""
"0","4711","traffic","127.0.0.1","<unnamed>::saxpy(float, const float *, float *)","1","7","(256, 1, 1)",\
"(4096, 1, 1)","0","9.0","262,144","n/a"
"1","4711","traffic","127.0.0.1","void <unnamed>::tile<(int)32>(const float *)","1","7","(32, 8, 1)","(32, 32, 1)",\
"0","9.0","131072","1,081,344"
"""

DETAILS_PAGE = """==PROF== Connected to process 4711 (/tmp/traffic)
"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size","Grid Size","Device","CC",\
"Section Name","Metric Name","Metric Unit","Metric Value"
"0","4711","traffic","127.0.0.1","saxpy(float, const float *, float *)","1","7","(256, 1, 1)","(4096, 1, 1)","0",\
"9.0","Command line profiler metrics","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","sector","262,144"
"0","4711","traffic","127.0.0.1","saxpy(float, const float *, float *)","1","7","(256, 1, 1)","(4096, 1, 1)","0",\
"9.0","Command line profiler metrics","l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum","","65,536"
"""

SECTORS_LD = "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"


class ReadingNcu(unittest.TestCase):
    def test_a_row_for_each_kernel(self):
        self.assertEqual({"saxpy": {SECTORS_LD: 262144},
                          "tile": {SECTORS_LD: 131072, "memory_l1_wavefronts_shared": 1081344}},
                         compare_counts.parse_ncu(RAW_PAGE))

    def test_a_row_for_each_counter(self):
        self.assertEqual({"saxpy": {SECTORS_LD: 262144, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 65536}},
                         compare_counts.parse_ncu(DETAILS_PAGE))

    def test_nothing_measured(self):
        self.assertEqual({}, compare_counts.parse_ncu("==ERROR== The application returned an error code (1).\n"))


def simulated(**changes):
    counters = dict(global_sectors=1000, global_requests=250, shared_requests=100, bank_conflicts=310, atomic_requests=0,
                    branches=0, divergent_branches=0)
    return {"tile": {"kernel": "tile", **counters, **changes}}


def measured(**changes):
    counters = {metric: 0 for metric in compare_counts.METRICS}
    counters.update({SECTORS_LD: 600, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": 400,
                     "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": 150,
                     "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": 100,
                     "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 410,
                     "memory_l1_wavefronts_shared": 410, "memory_l1_wavefronts_shared_ideal": 100})
    return {"tile": {**counters, **changes}}


class Comparing(unittest.TestCase):
    def compare(self, sim, gpu):
        with contextlib.redirect_stdout(io.StringIO()) as self.table:
            return compare_counts.compare(sim, gpu)

    def test_the_same_counts_agree(self):
        self.assertEqual([], self.compare(simulated(), measured()))
        self.assertIn("| tile | global sectors | 1,000 | 1,000 | +0.00 % |", self.table.getvalue())

    def test_two_percent_may_differ(self):
        self.assertEqual([], self.compare(simulated(global_sectors=1019), measured()))
        self.assertEqual(["tile: global sectors differ by +2.91 %"],
                         self.compare(simulated(global_sectors=1030), measured()))

    def test_conflicts_that_only_the_hardware_counter_sees_decide_nothing(self):
        self.assertEqual([], self.compare(simulated(), measured(
            **{"l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum": 900})))

    def test_conflicts_are_wavefronts_beyond_the_ideal(self):
        self.assertEqual(["tile: bank conflicts differ by +9.76 %"],
                         self.compare(simulated(), measured(memory_l1_wavefronts_shared=370)))

    def test_without_counts_by_instruction_all_wavefronts_serve(self):
        gpu = measured(**{"l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum": 370})
        del gpu["tile"]["memory_l1_wavefronts_shared"]
        self.assertEqual(["tile: bank conflicts differ by +9.76 %"], self.compare(simulated(), gpu))

    def test_a_kernel_or_a_counter_that_ncu_lacks_is_told(self):
        self.assertEqual(["tile: ncu has not seen it"], self.compare(simulated(), {}))
        gpu = measured()
        del gpu["tile"][SECTORS_LD]
        self.assertEqual(["tile: ncu gave no global sectors"], self.compare(simulated(), gpu))


class TheWholeScript(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.script("build/bin/warpgrade-sim", f"""#!/bin/sh
while [ "$1" != --count-json ]; do shift; done
echo '{json.dumps({"kernels": list(simulated().values())})}' > "$2"
""")
        self.script("bin/nvcc", "#!/bin/sh\nexit 0\n")

    def script(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o700)

    def run_with_ncu(self, text):
        self.script("bin/ncu", text)
        return subprocess.run([sys.executable, SCRIPTS / "compare_counts.py", "--build", self.folder / "build"],
                              env={**os.environ, "PATH": f"{self.folder}/bin:{os.environ['PATH']}"},
                              capture_output=True, text=True)

    def test_leaves_out_a_counter_that_ncu_does_not_know(self):
        values = {name: value for name, value in measured()["tile"].items()}
        columns = [name for name in compare_counts.METRICS if name != compare_counts.DIVERGENT]
        run = self.run_with_ncu(f"""#!/bin/sh
case "$*" in *{compare_counts.DIVERGENT}*)
  echo "==ERROR== Failed to find metric {compare_counts.DIVERGENT}"; exit 1 ;;
esac
echo '"ID","Kernel Name","{'","'.join(columns)}"'
echo '"0","tile(int *)","{'","'.join(str(values[name]) for name in columns)}"'
""")
        self.assertEqual(0, run.returncode, run.stderr)
        self.assertIn("| tile | divergent branches | 0 | – | |", run.stdout)
        self.assertIn("ncu does not know smsp__sass_branch", run.stderr)

    def test_says_that_counters_may_not_be_read(self):
        run = self.run_with_ncu("#!/bin/sh\necho '==ERROR== ERR_NVGPUCTRPERM - The user does not have permission'\nexit 1\n")
        self.assertEqual(2, run.returncode)
        self.assertIn("run as root", run.stderr)

    def test_shows_what_ncu_says_if_it_fails_otherwise(self):
        run = self.run_with_ncu("#!/bin/sh\necho '==ERROR== Driver resource unavailable'\nexit 1\n")
        self.assertEqual(2, run.returncode)
        self.assertIn("Driver resource unavailable", run.stderr)


if __name__ == "__main__":
    unittest.main()
