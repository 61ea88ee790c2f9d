"""Small programs that are hard to read, one pitfall each; p2 is a larger one with many of them."""

from pathlib import Path

import pytest

from tests.corpus import check_compiles, decisions

FILES = Path(__file__).parent / "pitfalls"

#: What becomes of each launch, in text order; a rule's id where it is refused.
DECISIONS = {
    "01_no_spaces": "guarded",
    "02_split_chevrons": "SP010",
    "03_if_else_unbraced": "guarded guarded guarded",
    "04_for_while_do_unbraced": "guarded guarded guarded",
    "05_ternary_comma": "guarded guarded guarded guarded guarded",
    "06_label_switch": "guarded guarded guarded",
    "07_return_expr": "guarded guarded SP064",
    "08_macro_arg": "guarded guarded",
    "09_macro_body": "SP011",
    "10_macro_parts": "SP011 SP011 SP018 SP010 SP018",
    "11_side_effects_once": "guarded guarded",
    "12_temporaries_byref": "guarded guarded",
    "13_default_args": "guarded guarded",
    "14_decl_only_other_tu": "SP015",
    "15_function_pointer": "SP013 SP013 SP013 SP013 SP013",
    "16_template_param_callee": "SP013 SP013",
    "17_variadic_kernel": "guarded guarded guarded",
    "18_lambda_arg_and_enclosing": "SP064 SP064",
    "19_explicit_template_args": "guarded guarded",
    "20_overloads_namespaces_adl": "guarded guarded guarded",
    "21_specialisation": "guarded guarded",
    "22_shadowing_names": "SP066 SP033",
    "23_param_mutated": "guarded",
    "24_static_local_and_goto": "SP066 SP034",
    "25_shared_no_barrier": "SP041",
    "26_dynamic_shared": "SP038",
    "27_barrier_divergent": "SP040",
    "28_warp_ops": "SP030 SP031 SP032",
    "29_tail_and_streams": "guarded SP063 guarded",
    "30_cudaLaunchDevice": "",
    "31_device_sync_cdp1": "guarded",
    "32_bom": "guarded",
    "33_crlf": "SP013 SP066",
    "34_latin1_and_utf8_idents": "guarded",
    "35_strings_comments_raw": "guarded",
    "36_line_directive": "guarded",
    "37_inactive_and_arch": "SP012 guarded guarded SP012",
    "38_braced_config": "guarded guarded",
    "39_line_splice_digraph": "SP021 SP018",
    "40_shift_vs_chevron": "guarded guarded guarded",
    "41_nested_in_args": "SP064 SP064 SP064",
    "42_recursive": "SP061 SP061 guarded guarded",
    "43_class_and_friend": "SP035",
    "44_attrs_launch_bounds_cluster": "guarded guarded",
    "45_helper_addr_taken": "SP045",
    "46_unnamed_param_and_kr": "guarded",
    "47_static_anon_extern_c": "guarded guarded guarded guarded",
    "48_printf_pragma_unroll": "guarded",
    "49_header_kernel": "guarded guarded",
    "50_early_return_value_type_macro_body": "SP020 SP066",
    "p2": "guarded SP064 SP064 SP064 SP064 SP064 SP064 SP064 SP064 SP030 SP064 host",
}

#: What nvcc 13 has against some of the files, as written and as rewritten.
NVCC_ERRORS = {
    # `> > >` closes no launch
    "02_split_chevrons": "expected an expression",
    # a string that is not UTF-8
    "34_latin1_and_utf8_idents": "invalid multibyte character",
    "46_unnamed_param_and_kr": "cannot have a parameter with rvalue reference type",
}


def test_every_file_is_in_the_table() -> None:
    assert {file.stem for file in FILES.glob("*.cu")} == set(DECISIONS)
    assert set(NVCC_ERRORS) <= set(DECISIONS)


@pytest.mark.parametrize("name", DECISIONS)
def test_decisions(name: str) -> None:
    assert decisions(FILES / f"{name}.cu") == DECISIONS[name]


@pytest.mark.nvcc
@pytest.mark.parametrize("name", DECISIONS)
def test_output_compiles_where_the_input_does(name: str, tmp_path: Path) -> None:
    check_compiles(FILES / f"{name}.cu", tmp_path, error=NVCC_ERRORS.get(name, ""))
