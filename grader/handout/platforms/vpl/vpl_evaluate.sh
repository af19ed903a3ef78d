#!/bin/bash
# "Evaluate": comments and a grade in the range of the activity. If the grader or the machine is at fault there is no
# grade, and the reason instead. common_script.sh is VPL's: it decodes binary files.
[ ! -f common_script.sh ] || . ./common_script.sh
cat > vpl_execution <<RUN
#!/bin/bash
export VPL_GRADEMIN='$VPL_GRADEMIN' VPL_GRADEMAX='$VPL_GRADEMAX'
[ -n "\$VPL_GRADEMAX" ] || unset VPL_GRADEMIN VPL_GRADEMAX
bash grade.sh . --vpl - 2> grade.log || [ \$? -eq 1 ] || cat grade.log
RUN
chmod +x vpl_execution
